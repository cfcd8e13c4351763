"""A desk is connected with a service from the command line: tried first, then kept, and undone."""

import asyncio
import io
import os
import threading
from asyncio import to_thread
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app import cli
from app.connections.service_token import VARIABLE, ServiceToken, account_of, token_for
from app.errors import BadInput
from app.profile.secrets import FILE, SessionSecrets, system_secrets
from app.profile.settings import load
from tests.contract.app.conversations.book.served_books import ServedBook, served
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


class Keyring(SessionSecrets):
    lasting = True


@pytest.fixture
def keyring(monkeypatch: pytest.MonkeyPatch) -> Keyring:
    made = Keyring()
    monkeypatch.setattr("app.profile.secrets.system_secrets", lambda: made)
    monkeypatch.setattr("app.connections.service_token.system_secrets", lambda: made)
    monkeypatch.delenv(VARIABLE, raising=False)
    return made


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[ServedBook]:
    async with served(tmp_path / "service.db") as running:
        yield running


async def run(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str, typed: str = "") -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return await to_thread(cli.main, ["conversations", *words, "--profile", str(folder / "p")])


async def test_a_token_is_tried_and_kept_and_forgotten(
    service: ServedBook,
    keyring: Keyring,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    token = await service.token(user="ann")
    assert await run(monkeypatch, tmp_path, "connect", f"{service.url}/", typed=f"{token}\n") == 0
    said = capsys.readouterr()
    assert "ann of the tenant acme" in said.out and "keyring" in said.out
    assert token not in said.out + said.err
    assert load(tmp_path / "p", environment={}).conversations == service.url
    assert token_for(service.url) == token
    assert token not in (tmp_path / "p" / "settings.toml").read_text("utf-8")
    assert await run(monkeypatch, tmp_path, "disconnect") == 0
    assert load(tmp_path / "p", environment={}).conversations == ""
    assert keyring.get(account_of(service.url)) is None


async def test_one_for_everybody_is_said_to_be_one(
    service: ServedBook,
    keyring: Keyring,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    token = await service.token()
    assert await run(monkeypatch, tmp_path, "connect", service.url, typed=token) == 0
    said = capsys.readouterr()
    assert "every user of the tenant acme" in said.out and "--user" in said.err


async def test_a_token_in_a_file_is_read_anew_each_time(
    keyring: Keyring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, file = "https://conversations.example", tmp_path / "token"
    for variable, line in ((f"{VARIABLE}_FILE", "{}"), (FILE, f"{url} {{}}")):
        monkeypatch.setattr("app.connections.service_token.system_secrets", system_secrets)
        monkeypatch.setenv(variable, str(file))
        file.write_text(line.format("one"))
        token = ServiceToken(url)
        assert await token() == "one"
        file.write_text(line.format("two"))
        assert await token() == "two"
        # While somebody writes it, the last one holds.
        for broken in ("", line.format("a b c"), None):
            file.unlink() if broken is None else file.write_text(broken)
            assert await token() == "two"
        with pytest.raises(BadInput):
            await ServiceToken(url)()
        file.write_text(line.format("three"))
        assert await token() == "three"
        monkeypatch.delenv(variable)


async def test_a_token_is_read_beside_the_loop(
    keyring: Keyring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, goes_on = tmp_path / "token", threading.Event()
    os.mkfifo(slow)  # whoever opens it waits for who writes
    monkeypatch.setenv(f"{VARIABLE}_FILE", str(slow))
    asking = asyncio.create_task(ServiceToken("https://c.example")())
    asyncio.get_running_loop().call_soon(goes_on.set)

    def write() -> bool:
        went_on = goes_on.wait(PATIENCE)
        slow.write_text("one")
        return went_on

    writing = asyncio.get_running_loop().run_in_executor(None, write)
    assert (await asking, await writing) == ("one", True)


async def test_a_keyring_is_asked_once(keyring: Keyring) -> None:
    keyring.put(account_of("https://c.example"), "one")
    token = ServiceToken("https://c.example")
    assert await token() == "one"
    keyring.put(account_of("https://c.example"), "two")
    assert await token() == "one"


async def test_who_belongs_to_several_tenants_says_which(
    service: ServedBook, keyring: Keyring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = await service.token(user="ann")
    other = ("connect", service.url, "--tenant", "other")
    assert await run(monkeypatch, tmp_path, *other, typed=token) != 0
    assert load(tmp_path / "p", environment={}).conversations == ""
    mine = ("connect", service.url, "--tenant", "acme")
    assert await run(monkeypatch, tmp_path, *mine, typed=token) == 0
    said = load(tmp_path / "p", environment={})
    assert (said.conversations, said.conversations_tenant) == (service.url, "acme")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("bdc_000000000000_" + "x" * 43, "token"),
        ("", "begin with bdc_"),
        ("two words", "begin with bdc_"),
    ],
)
async def test_a_token_that_is_none_changes_nothing(
    service: ServedBook,
    keyring: Keyring,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    why: str,
) -> None:
    assert await run(monkeypatch, tmp_path, "connect", service.url, typed=typed) != 0
    said = capsys.readouterr()
    assert why in said.err and (not typed or typed not in said.err)
    assert load(tmp_path / "p", environment={}).conversations == ""
    assert keyring.get(account_of(service.url)) is None


@pytest.mark.parametrize("url", ["http://example.org", "ftp://localhost", "http://u:p@localhost"])
async def test_an_address_that_cannot_be_is_refused_before_a_token_is_asked_for(
    keyring: Keyring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    assert await run(monkeypatch, tmp_path, "connect", url, typed="x") == 2


async def test_without_a_keyring_it_says_what_to_do(
    service: ServedBook,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr("app.profile.secrets.system_secrets", SessionSecrets)
    token = await service.token(user="ann")
    assert await run(monkeypatch, tmp_path, "connect", service.url, typed=token) == 2
    assert VARIABLE in capsys.readouterr().err
    monkeypatch.setenv(VARIABLE, token)
    assert await run(monkeypatch, tmp_path, "connect", service.url) == 0
    assert load(tmp_path / "p", environment={}).conversations == service.url
    assert VARIABLE in capsys.readouterr().out


@pytest.mark.parametrize("variable", [f"{VARIABLE}_FILE", FILE])
async def test_a_token_that_a_file_has_is_tried_and_left_there(
    service: ServedBook,
    variable: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    token = await service.token(user="ann")
    monkeypatch.setenv(variable, str(tmp_path / "secret"))
    (tmp_path / "secret").write_text(token if variable != FILE else f"{service.url} {token}\n")
    assert await run(monkeypatch, tmp_path, "connect", service.url) == 0
    assert load(tmp_path / "p", environment={}).conversations == service.url
    assert "ann of the tenant acme" in capsys.readouterr().out
