"""`ask` and `chat` as runs of the program: a desk is opened, spoken to, and closed."""

import asyncio
import io
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from app.composition import Opened, open_desk
from app.connections.inspection import copied, frames_of, keep_recording, watch_frames
from app.connections.time_limit import time_limit
from app.desk.desk import Desk
from app.desk.session import ChatSession
from app.domain.cards import NO_ACCESS, Access
from app.domain.frames import Frame
from app.errors import BadInput
from app.profile.settings import Settings
from app.system import start
from app.system.installation import called_as
from app.system.shutdown import run_to_end
from app.terminal.phrases import TerminalText
from app.terminal.terminal import EXIT_INTERRUPTED, Terminal, TerminalRequest, stdin_lines

_BRIEFLY = 1.0  # seconds

Talk = Callable[[Terminal, TerminalText], Awaitable[None]]


class TalkOptions(NamedTuple):
    """How turns are told, and what lets them in.

    A turn is waited for `seconds`, 0 is for ever. `record` is where its frames are kept, `folder`
    where the parts of answers are saved. With `raw` the frames are told, and nothing else.
    """

    as_json: bool = False
    ephemeral: bool = False
    seconds: float = 0.0
    record: Path | None = None
    folder: Path | None = None
    raw: bool = False
    access: Access = NO_ACCESS


def ask(settings: Settings, request: TerminalRequest, options: TalkOptions) -> int:
    """Carry one turn, print it, and return the exit code."""

    async def talk(terminal: Terminal, words: TerminalText) -> None:
        await terminal.say(request)
        terminal.tell_how_to_go_on()

    return _run(settings, talk, options, task_id=request.task_id)


def chat(settings: Settings, options: TalkOptions) -> int:
    """Carry a turn for each line of standard input and return the exit code of the last."""

    async def talk(terminal: Terminal, words: TerminalText) -> None:
        await terminal.chat(stdin_lines(prompt=words.phrase("prompt")))

    return _run(settings, talk, options)


def sample(settings: Settings, lines: Sequence[str]) -> int:
    """Carry given lines in a conversation that is not kept; return the exit code of the last."""

    async def say() -> AsyncIterator[str]:
        for line in lines:
            yield line

    async def talk(terminal: Terminal, words: TerminalText) -> None:
        await terminal.chat(say())

    return _run(settings, talk, TalkOptions(ephemeral=True))


async def answered(settings: Settings, text: str) -> tuple[str, str]:
    """Carry one turn for another program; return what `ask` prints of it, and its conversation."""
    out, aside = io.StringIO(), io.StringIO()
    async with open_desk(settings) as opened:
        session = await _session(opened.desk, settings, None)
        await session.card()
        words = TerminalText(settings.language)
        terminal = Terminal(opened.desk, session, as_json=False, text=words, out=out, err=aside)
        await terminal.say(TerminalRequest(text))
        if terminal.exit_code:
            out.write(aside.getvalue())
        return out.getvalue().strip(), session.context_id


def _run(
    settings: Settings, talk: Talk, options: TalkOptions, *, task_id: str | None = None
) -> int:
    if options.record is not None and options.record.exists():
        raise BadInput(f"{options.record} is there already: name a new file.", key="file_exists")
    words = TerminalText(settings.language)
    # What the SDK tells its own developers (an executor that is slow to stop) is no news here.
    logging.getLogger("a2a").setLevel(logging.ERROR)

    async def run() -> int:
        async with (
            open_desk(settings, ephemeral=options.ephemeral, access=options.access) as opened,
            _recovering(opened, words),
        ):
            _tell(opened, words, settings)
            async with time_limit(options.seconds, f"{opened.desk.default_agent} did not answer"):
                session = await _session(opened.desk, settings, task_id)
                # The agent is opened before anything is stored: a bad table is bad input, no turn.
                await session.card()
            link = await opened.desk.agents.link(session.conversation.agent)
            start.settle()
            told = _Frames()
            if options.raw:
                watch_frames(link, told)
            terminal = Terminal(
                opened.desk,
                session,
                as_json=options.as_json,
                text=words,
                turn_seconds=options.seconds,
                folder=options.folder,
                out=io.StringIO() if options.raw else None,
            )
            try:
                await talk(terminal, words)
            except asyncio.CancelledError:
                if told.unread is not None:
                    raise told.unread from None
                raise
            finally:
                if options.record is not None:
                    await asyncio.to_thread(keep_recording, options.record, frames_of(link))
            return terminal.exit_code

    try:
        return run_to_end(run())
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


class _Frames:
    """Writes frames; stops the command, not the turn that tells them, when nobody reads on."""

    def __init__(self) -> None:
        self._command = asyncio.current_task()
        self.unread: BrokenPipeError | None = None

    def __call__(self, frame: Frame) -> None:
        """Write a frame as a line."""
        if self.unread is not None:
            return
        try:
            sys.stdout.write(copied([frame], "json"))
            sys.stdout.flush()
        except BrokenPipeError as error:
            self.unread = error
            if self._command is not None:
                self._command.cancel()


async def _session(desk: Desk, settings: Settings, task_id: str | None) -> ChatSession:
    context = settings.context
    if context is None and task_id is not None:
        # A message to a task is of its context, which is the agent's to know (A2A 1.0, 3.4.3).
        link = await desk.agents.link(desk.default_agent)
        context = (await link.get(task_id)).context_id
    if not context:
        return desk.new()
    try:
        session = await desk.session(context)
    except BadInput:
        return desk.new(context_id=context)
    if settings.data is not None:
        await session.update(agent=desk.default_agent)
    return session


def _tell(opened: Opened, words: TerminalText, settings: Settings) -> None:
    if opened.damaged_copy is not None:
        conversations, _ = opened.salvaged
        _note(words.phrase("damaged", path=opened.damaged_copy, n=conversations))
    if opened.earlier_copy is not None:
        command = called_as(sys.argv[0])
        _note(words.phrase("updated", path=opened.earlier_copy, command=command))
    # Two that begin conversations of their own do not meet.
    if not opened.owner and settings.context is not None:
        _note(words.phrase("shared"))


@asynccontextmanager
async def _recovering(opened: Opened, words: TerminalText) -> AsyncIterator[None]:
    """Bring what an earlier run left open up to date; who is slow to tell keeps nobody waiting."""
    if not opened.owner:
        yield
        return

    async def recovered() -> None:
        report = await opened.desk.recover()
        if ended := len(report.interrupted) + len(report.unconfirmed):
            _note(words.phrase("interrupted", n=ended))

    recovering = asyncio.create_task(recovered(), name="recovery")
    try:
        await asyncio.wait({recovering}, timeout=_BRIEFLY)
        yield
    finally:
        recovering.cancel()
        with suppress(asyncio.CancelledError):
            await recovering


def _note(text: str) -> None:
    sys.stderr.write(f"· {text}\n")
