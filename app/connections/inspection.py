"""The frames behind what a window shows, the forms in which they are taken away, their replay."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from pathlib import Path
from urllib.parse import quote

from pydantic import JsonValue

from app.domain.answers import Answer
from app.domain.conformance import Finding
from app.domain.frames import KEPT, Frame, FrameForm
from app.domain.ids import utc_now
from app.domain.messages import Message
from app.errors import AgentRefused, BadFile, cause_of
from app.ports import AgentDirectory, AgentLink, Recorded
from app.system.files import private_folder
from app.window_ports import FrameReading


def frames_of(link: AgentLink) -> Sequence[Frame]:
    """Return what went over a link, oldest first; one that keeps nothing has no frames."""
    recording = getattr(link, "recording", None)
    return recording.frames() if recording is not None else ()


def watch_frames(link: AgentLink, take: Callable[[Frame], None]) -> None:
    """Have each frame of a link told from now on, when it passes."""
    recording = getattr(link, "recording", None)
    if recording is not None:
        recording.watch(take)


def call(
    link: AgentLink,
    method: str,
    params: Mapping[str, JsonValue],
    headers: Mapping[str, str] | None = None,
) -> AsyncGenerator[dict[str, JsonValue], None]:
    """Ask any operation of A2A by its name; yield its results. `headers` go along.

    Raises `BadInput` for an operation or parameters that there are not, and the link's errors.
    """
    calling: AsyncGenerator[dict[str, JsonValue], None] = link.call(method, params, headers)  # type: ignore[attr-defined]
    return calling


async def told_card(link: AgentLink) -> Mapping[str, JsonValue] | None:
    """Return the card that an agent tells where none is found, as over gRPC, or None.

    Raises `AgentUnreachable`.
    """
    with suppress(AgentRefused):
        async for told in call(link, "GetExtendedAgentCard", {}):
            return told
    return None


def read_recording(path: Path) -> Sequence[Frame]:
    """Return the frames of a recording; raises `BadFile`. Blocks."""
    from transport.frames.export import recorded

    try:
        return recorded(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} is no recording that can be read: {error}") from error


def copied(frames: Sequence[Frame], form: FrameForm, *, redact: bool = True) -> str:
    """Return the frames in a form: JSON lines can be replayed, a report tells a fault."""
    from transport.frames import export

    match form:
        case "report":
            return export.as_report(frames, _marks(frames), redact=redact)
        case "json":
            return export.as_json_lines(frames, redact=redact)
        case "curl":
            return export.as_curl(frames, redact=redact)
        case "pytest":
            return export.as_test(frames, redact=redact)


def keep_recording(path: Path, frames: Sequence[Frame]) -> None:
    """Write frames to a new file, from which they can be replayed; what looks secret is left out.

    Raises `BadFile`, also for a file that is there already. Blocks.
    """
    try:
        _keep(path, copied(frames, "json"))
    except OSError as error:
        raise BadFile(
            f"{path} could not be saved: {cause_of(error)}.",
            key="not_saved",
            path=str(path),
            cause=error.strerror or "",
        ) from error


class LinkInspection(FrameReading):
    """Reads the recordings of the links that are open; recordings to replay are kept in `folder`.

    Looking at frames opens nothing.
    """

    def __init__(self, folder: Path, agents: AgentDirectory) -> None:
        self._folder = folder
        self._agents = agents

    async def frames(
        self, answer: Answer, message: Message, events: Sequence[Recorded]
    ) -> Sequence[Frame]:
        """Return the frames of a turn; see `FrameReading`."""
        link = self._agents.opened(answer.agent)
        found = await asyncio.to_thread(_of_turn, link, answer) if link is not None else ()
        if found:
            return found

        def anew() -> Sequence[Frame]:
            from transport.frames.reconstruction import kept_frames

            return kept_frames(message, events, url=answer.agent if "://" in answer.agent else "")

        return await asyncio.to_thread(anew)

    async def call(
        self,
        agent: str,
        method: str,
        params: Mapping[str, JsonValue],
        headers: Mapping[str, str],
    ) -> AsyncGenerator[dict[str, JsonValue], None]:
        """Ask any operation of an agent; see `FrameReading`."""
        async with aclosing(call(await self._agents.link(agent), method, params, headers)) as told:
            async for result in told:
                yield result

    async def marks(self, frames: Sequence[Frame]) -> Mapping[int, Sequence[Finding]]:
        """Return where frames depart from the specification; see `FrameReading`."""
        return await asyncio.to_thread(_marks, frames)

    async def redacted(self, frames: Sequence[Frame]) -> Sequence[Frame]:
        """Return the frames without what looks like a secret."""

        def redact() -> Sequence[Frame]:
            from transport.frames.export import redacted_frame

            return [redacted_frame(frame) for frame in frames]

        return await asyncio.to_thread(redact)

    async def written(self, frames: Sequence[Frame], form: FrameForm, *, redact: bool) -> str:
        """Return the frames in a form to take away."""
        return await asyncio.to_thread(copied, frames, form, redact=redact)

    async def replay(self, frames: Sequence[Frame], *, speed: float) -> str:
        """Keep a recording and return the key of the agent that says it again."""
        path = self._folder / f"{utc_now():%Y%m%d-%H%M%S-%f}.jsonl"
        await asyncio.to_thread(keep_recording, path, frames)
        return f"replay://{quote(str(path))}?speed={speed:g}"


def _marks(frames: Sequence[Frame]) -> Mapping[int, Sequence[Finding]]:
    if any(frame.binding == KEPT for frame in frames):
        return {}
    from transport.conformance.frame_marks import marks_of

    return marks_of(frames)


def _of_turn(link: AgentLink, answer: Answer) -> Sequence[Frame]:
    """Return the exchanges of one turn: its message, and what was asked of its task by its id.

    What names them otherwise is of others: a list of tasks, a message that refers to the task.
    """
    frames = frames_of(link)
    own = {one.exchange for one in frames if one.direction == "sent" and _asks_of(one, answer)}
    return [one for one in frames if one.exchange in own]


def _asks_of(sent: Frame, answer: Answer) -> bool:
    body = sent.body if isinstance(sent.body, dict) else {}
    message = body.get("message")
    if isinstance(message, dict):
        return message.get("messageId") == answer.turn_id
    return answer.task_id is not None and answer.task_id in (body.get("id"), body.get("taskId"))


def _keep(path: Path, text: str) -> None:
    private_folder(path.parent)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(text.encode())
