"""What of a link's frames is of one turn: its own exchanges, and nothing said to anybody else."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.connections.inspection import LinkInspection
from app.domain.answers import Answer
from app.domain.frames import Frame
from app.domain.ids import utc_now
from app.domain.messages import Message, Role, TextPart

pytestmark = pytest.mark.anyio

OTHERS = {"tasks": [{"id": "t", "history": [{"messageId": "m"}]}, {"id": "another's"}]}
EXCHANGES: dict[str, tuple[str, Any, Any]] = {
    "send": ("SendMessage", {"message": {"messageId": "m"}}, {"task": {"id": "t"}}),
    "get": ("GetTask", {"id": "t"}, {"id": "t"}),
    "hook": ("CreateTaskPushNotificationConfig", {"taskId": "t", "url": "https://e.example"}, {}),
    "cancel": ("CancelTask", {"id": "t"}, {"id": "t"}),
    "list": ("ListTasks", {"contextId": "c"}, OTHERS),
    "refers": ("SendMessage", {"message": {"messageId": "n", "referenceTaskIds": ["t"]}}, {}),
    "other": ("GetTask", {"id": "o"}, {"id": "o", "metadata": {"asked": "t", "by": "m"}}),
}


async def test_exchanges_of_others_that_name_a_task_are_not_of_its_turn(tmp_path: Path) -> None:
    frames = [
        Frame(
            at=utc_now(), exchange=key, direction=direction, method=method, url="", binding="",
            body=body,
        )
        for key, (method, sent, received) in EXCHANGES.items()
        for direction, body in (("sent", sent), ("received", received))
    ]  # fmt: skip
    link = SimpleNamespace(recording=SimpleNamespace(frames=lambda: frames))
    agents: Any = SimpleNamespace(opened=lambda agent: link)
    now = utc_now()
    message = Message(
        message_id="m", context_id="c", role=Role.USER, parts=(TextPart(text="?"),), created_at=now
    )
    answer = Answer(turn_id="m", context_id="c", agent="lab", started_at=now, task_id="t")
    found = await LinkInspection(tmp_path, agents).frames(answer, message, [])
    assert [one.exchange for one in found][::2] == ["send", "get", "hook", "cancel"]
    assert "another's" not in str([one.body for one in found])
