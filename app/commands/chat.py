"""`ask` and `chat` as runs of the program: a desk is opened, spoken to, and closed."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

from app.composition import Opened, open_desk
from app.connections.inspection import frames_of, keep_recording
from app.desk.desk import Desk
from app.desk.session import ChatSession
from app.errors import BadInput
from app.profile.settings import Settings
from app.system.installation import called_as
from app.system.shutdown import run_to_end
from app.terminal.phrases import TerminalText
from app.terminal.terminal import EXIT_INTERRUPTED, Request, Terminal, stdin_lines

Talk = Callable[[Terminal, TerminalText], Awaitable[None]]


def ask(
    settings: Settings,
    text: str,
    *,
    references: Sequence[str] | None,
    as_json: bool,
    record: Path | None = None,
    turn_seconds: float = 0.0,
) -> int:
    """Carry one turn, print it, and return the exit code.

    `record` is where its frames are kept; it is waited for `turn_seconds`, 0 is for ever.
    """

    async def talk(terminal: Terminal, words: TerminalText) -> None:
        await terminal.say(Request(text, references=references))

    return _run(
        settings, talk, as_json=as_json, ephemeral=False, record=record, turn_seconds=turn_seconds
    )


def chat(
    settings: Settings,
    *,
    as_json: bool,
    ephemeral: bool,
    record: Path | None = None,
    turn_seconds: float = 0.0,
) -> int:
    """Carry a turn for each line of standard input and return the exit code of the last."""

    async def talk(terminal: Terminal, words: TerminalText) -> None:
        await terminal.chat(stdin_lines(prompt=words.phrase("prompt")))

    return _run(
        settings,
        talk,
        as_json=as_json,
        ephemeral=ephemeral,
        record=record,
        turn_seconds=turn_seconds,
    )


def sample(settings: Settings, lines: Sequence[str]) -> int:
    """Carry given lines in a conversation that is not kept; return the exit code of the last."""

    async def say() -> AsyncIterator[str]:
        for line in lines:
            yield line

    async def talk(terminal: Terminal, words: TerminalText) -> None:
        await terminal.chat(say())

    return _run(settings, talk, as_json=False, ephemeral=True)


def _run(
    settings: Settings,
    talk: Talk,
    *,
    as_json: bool,
    ephemeral: bool,
    record: Path | None = None,
    turn_seconds: float = 0.0,
) -> int:
    if record is not None and record.exists():
        raise BadInput(f"{record} is there already: name a new file.", key="file_exists")
    words = TerminalText(settings.language)
    # What the SDK tells its own developers (an executor that is slow to stop) is no news here.
    logging.getLogger("a2a").setLevel(logging.ERROR)

    async def run() -> int:
        async with open_desk(settings, ephemeral=ephemeral) as opened:
            await _tell(opened, words, settings)
            session = await _session(opened.desk, settings)
            # The agent is opened before anything is stored: a bad table is bad input, no turn.
            await session.card()
            terminal = Terminal(
                opened.desk, session, as_json=as_json, text=words, turn_seconds=turn_seconds
            )
            try:
                await talk(terminal, words)
            finally:
                if record is not None:
                    link = await opened.desk.agents.link(session.conversation.agent)
                    await asyncio.to_thread(keep_recording, record, frames_of(link))
            return terminal.exit_code

    try:
        return run_to_end(run())
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


async def _session(desk: Desk, settings: Settings) -> ChatSession:
    if settings.context is None:
        return desk.new()
    try:
        session = await desk.session(settings.context)
    except BadInput:
        return desk.new(context_id=settings.context)
    if settings.data is not None:
        await session.update(agent=desk.default_agent)
    return session


async def _tell(opened: Opened, words: TerminalText, settings: Settings) -> None:
    if opened.damaged_copy is not None:
        conversations, _ = opened.salvaged
        _note(words.phrase("damaged", path=opened.damaged_copy, n=conversations))
    if opened.earlier_copy is not None:
        command = called_as(sys.argv[0])
        _note(words.phrase("updated", path=opened.earlier_copy, command=command))
    if not opened.owner:
        # Two that begin conversations of their own do not meet.
        if settings.context is not None:
            _note(words.phrase("shared"))
        return
    report = await opened.desk.recover()
    if ended := len(report.interrupted) + len(report.unconfirmed):
        _note(words.phrase("interrupted", n=ended))


def _note(text: str) -> None:
    sys.stderr.write(f"· {text}\n")
