"""A served conversation is summed up by the model that the profile names, if any."""

from pathlib import Path
from typing import Any

import pytest

from app.commands.conversation_service import _summariser
from app.domain.book import BookMessage
from app.domain.ids import utc_now
from app.profile.settings import save_model

pytestmark = pytest.mark.anyio


def test_without_a_model_there_is_none(tmp_path: Path) -> None:
    assert _summariser(tmp_path) is None


async def test_the_profiles_model_is_asked_without_any_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = {"kind": "openai", "name": "small", "url": "http://127.0.0.1:1"}
    save_model(tmp_path, model)
    asked: list[tuple[str, str, str]] = []

    async def summary(language_model: object, text: str) -> str:
        asked.append((made[-1].name, made[-1].key, text))
        return "a summary"

    made: list[Any] = []
    monkeypatch.setattr("agents.models.language_model.LanguageModel", made.append)
    monkeypatch.setattr("agents.models.wording.summary", summary)
    sum_up = _summariser(tmp_path)
    assert sum_up is not None
    said = BookMessage(
        id="m", conversation_id="c", seq=0, role="user", content="hello", timestamp=utc_now()
    )
    assert await sum_up("before", [said]) == "a summary"
    assert asked == [("small", "", "before\nuser: hello")]
