"""Tokens of a file are let in as the file says now, until their day, as before if it is torn."""

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from app.domain.ids import utc_now
from app.errors import BadFile
from app.serving.token_file import TokenFile
from tests.patience import PATIENCE

EVERY = 0.01


async def until(true: Callable[[], object]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 (what is waited for has no signal)
            await asyncio.sleep(EVERY)


async def settled(held: TokenFile, token: str, user: str | None) -> None:
    """Wait until a token is that of a user."""
    await until(lambda: held.tokens.user(f"Bearer {token}") == user)


@pytest.mark.anyio
async def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_text("ada a-secret\nbob b-secret\n")
    held = TokenFile(file)
    async with held.followed(every=EVERY):
        # Of the same length: neither its size nor a coarse clock tells.
        file.write_text("ada a-secret\neve e-secret\n")
        await settled(held, "e-secret", "eve")
        await settled(held, "b-secret", None)
        assert (held.token_of("eve"), held.token_of("bob")) == ("e-secret", None)
        # A mounted secret is changed by moving a link.
        (tmp_path / "next").write_text("ada another\n")
        (tmp_path / "link").symlink_to(tmp_path / "next")
        (tmp_path / "link").replace(file)
        await settled(held, "another", "ada")
        await settled(held, "e-secret", None)


@pytest.mark.anyio
async def test_a_file_that_cannot_be_read_keeps_the_tokens_and_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    file = tmp_path / "tokens"
    file.write_text("ada a-secret\n")
    held = TokenFile(file)

    async def told(count: int, words: str) -> None:
        await until(lambda: caplog.text.count(words) >= count)

    async with held.followed(every=EVERY):
        for text, words in (
            ("ada a-secret\nbob b-secret 2027-13-01\n", "Line 2"),
            ("# nobody\n", "no token"),
        ):
            file.write_text(text)
            await told(1, words)
        file.unlink()
        await told(1, "cannot be read")
        for reads in range(20):
            await asyncio.sleep(EVERY)
            assert held.tokens.user("Bearer a-secret") == "ada", reads
        file.write_text("ada a-secret\n")
        await told(1, "read anew")
    errors = [one for one in caplog.records if one.levelno == logging.ERROR]
    assert len(errors) == 3
    assert "secret" not in caplog.text


def test_a_token_ends_with_its_last_day(tmp_path: Path) -> None:
    file, today = tmp_path / "tokens", utc_now().date()
    lines = (
        ("ada", "now", today + timedelta(days=1)),
        ("ada", "late", today - timedelta(days=1)),
        ("bob", "late-too", today - timedelta(days=1)),
        ("eve", "far", "9999-12-30"),
    )
    file.write_text("".join(f"{user} {token} {day}\n" for user, token, day in lines))
    held = TokenFile(file)
    names = [held.tokens.user(f"Bearer {token}") for _, token, _ in lines]
    assert names == ["ada", None, None, "eve"]
    # What a gateway passes on is a token that holds.
    assert [held.token_of(user) for user in ("ada", "bob", "eve")] == ["now", None, "far"]


@pytest.mark.parametrize(
    "line", ["ada", "ada t tomorrow", "ada t 9999-12-31", "ada t 2027-01-01 more"]
)
def test_a_line_that_does_not_fit_is_named_without_what_stands_in_it(
    tmp_path: Path, line: str
) -> None:
    (tmp_path / "tokens").write_text(f"# who\n{line}\n")
    with pytest.raises(BadFile, match="Line 2") as caught:
        TokenFile(tmp_path / "tokens")
    assert "tomorrow" not in str(caught.value)
