"""`ask` and `chat`: turns from arguments or standard input, told as text or JSON lines."""

import asyncio
import codecs
import json
import os
import sys
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from pydantic import JsonValue

from app.desk.desk import Desk
from app.desk.outgoing import attached_file
from app.desk.session import ChatSession
from app.domain.answers import Answer, fold
from app.domain.events import (
    ProtocolFault,
    SessionEvent,
    StatusEvent,
    StreamLost,
    StreamRecovered,
    TaskEvent,
    TurnClosed,
    TurnEnded,
    TurnEvent,
    TurnStarted,
)
from app.domain.ids import utc_now
from app.domain.messages import DataPart, FilePart, Message
from app.domain.tasks import Choice, Question, TaskState
from app.errors import UNREACHABLE, BadInput, DeskError
from app.system.strict_json import read_typed
from app.terminal.json_lines import LineWriter
from app.terminal.parts import beside_text, line_of, offers_of, saved, tables_of, told_apart
from app.terminal.phrases import TerminalText
from app.terminal.plain_text import Emphasis, lines_printable, printable


class Telling:
    """Owns the answer that the events of one turn make, and how much of it was told."""

    def __init__(self, request: Message, agent: str) -> None:
        self._answer = Answer(
            turn_id=request.message_id,
            context_id=request.context_id,
            agent=agent,
            started_at=request.created_at,
        )
        self._told = ""

    @property
    def answer(self) -> Answer:
        """The answer as it is by now."""
        return self._answer

    @property
    def question(self) -> Question | None:
        """What the agent asks, once it waits for an answer."""
        return self._answer.question if self._answer.waiting else None

    def take(self, event: TurnEvent) -> str:
        """Take in an event and return the words that it adds."""
        self._answer = fold(self._answer, event, utc_now())
        words = self._words()
        if not words.startswith(self._told):
            return ""  # told whole at the end
        added, self._told = words[len(self._told) :], words
        return added

    def rest(self) -> str:
        """Return what was not told when the turn has ended, on lines of its own."""
        words = self._words()
        if not words and self._answer.state is TaskState.COMPLETED:
            words = self._answer.status_text
        if words == self._told:
            return ""
        return words if not self._told else f"\n\n{words}"

    def _words(self) -> str:
        bare = self._answer.model_copy(update={"question": None, "status_text": ""})
        return bare.text


EXIT_OK, EXIT_TASK, EXIT_USAGE, EXIT_UNREACHABLE, EXIT_INTERRUPTED = 0, 1, 2, 3, 130
_UNREACHABLE = frozenset(
    {
        "agent_unreachable",
        "not_confirmed",
        "no_replica",
        "no_topic",
        "agent_silent",
        "brokers_away",
        "agent_busy",
    }
)
_MAX_LINE_BYTES = 16 * 1024 * 1024
_MOST_STEPS = 1_000  # of one turn that are printed: an agent may say them without end


class TerminalRequest(NamedTuple):
    """One thing to say, as a line or the arguments of `ask` gave it."""

    text: str
    references: Sequence[str] | None = None
    task_id: str | None = None
    attachments: tuple[FilePart, ...] = ()
    choice: Choice | None = None
    data: DataPart | None = None
    metadata: Mapping[str, JsonValue] | None = None


class Terminal:
    """Owns one conversation of the command line and what it prints."""

    def __init__(
        self,
        desk: Desk,
        session: ChatSession,
        *,
        as_json: bool,
        text: TerminalText,
        turn_seconds: float = 0.0,
        folder: Path | None = None,
        out: TextIO | None = None,
        err: TextIO | None = None,
    ) -> None:
        """Make it; a turn is waited for so many seconds, or for ever where that is 0.

        The parts of each answer are saved in `folder`, if there is one.
        """
        self._folder = folder
        self._desk = desk
        self._session = session
        self._json = as_json
        self._text = text
        self._turn_seconds = turn_seconds
        self._out = out or sys.stdout
        self._err = err or sys.stderr
        self._emphasis = Emphasis(bold=self._out.isatty())
        self._offered: tuple[Choice, ...] = ()
        self._telling: Telling | None = None
        self._exit = EXIT_OK
        self._released = False
        self._ended: TurnEnded | None = None
        self._steps: set[str] = set()  # what was printed of this turn's statuses

    @property
    def exit_code(self) -> int:
        """How the last turn ended, as the program's exit code."""
        return self._exit

    async def say(self, request: TerminalRequest) -> None:
        """Carry one turn to its end and print it; expected errors are printed, not raised."""
        lines = LineWriter(self._session.context_id)
        self._released = False
        patience = asyncio.create_task(self._lose_patience(), name="turn-patience")
        try:
            async for event in self._session.say(
                request.text,
                references=request.references,
                task_id=request.task_id,
                attachments=request.attachments,
                choice=request.choice,
                data=request.data,
                metadata=request.metadata,
            ):
                if isinstance(event, TurnStarted):
                    self._telling = Telling(event.message, self._session.conversation.agent)
                if self._json:
                    if self._telling is not None and not isinstance(event, TurnStarted | TurnEnded):
                        self._telling.take(event)
                    for line in lines.lines(event):
                        self._write(json.dumps(line, ensure_ascii=False) + "\n")
                else:
                    self._print(event)
                if isinstance(event, TurnEnded):
                    await self._save()
                    self._exit, self._ended = _exit_code(event), event
                    if self._released:
                        self._late(event)
        except asyncio.CancelledError:
            await self._session.stop()
            raise
        except DeskError as error:
            self.refuse(error)
        finally:
            patience.cancel()
            await asyncio.wait([patience])

    def tell_how_to_go_on(self) -> None:
        """Say which task waits for an answer, if one does, and how it is given."""
        ended = self._ended
        if ended is not None and ended.state.interrupted and ended.task_id and not self._json:
            state = self._text.state(ended.state)
            self._note(self._text.phrase("waits", state=state, task=ended.task_id))

    async def _save(self) -> None:
        telling, self._telling = self._telling, None
        if self._folder is not None and telling is not None:
            for path in await asyncio.to_thread(saved, telling.answer, self._folder):
                self._note(self._text.phrase("saved", path=path))

    async def _lose_patience(self) -> None:
        if self._turn_seconds:
            await asyncio.sleep(self._turn_seconds)
            self._released = True
            await self._session.release("late")

    def _late(self, ended: TurnEnded) -> None:
        key = "late" if ended.state.settled else "late_elsewhere"
        self._complain(
            self._text.phrase(
                key,
                seconds=f"{self._turn_seconds:g}",
                state=self._text.state(ended.state),
                task=ended.task_id or "–",
            )
        )
        self._exit = EXIT_UNREACHABLE

    async def chat(self, lines: AsyncIterator[str]) -> None:
        """Carry a turn for each line, in order; `/new` starts another conversation."""
        async for line in lines:
            said = line.strip()
            if not said:
                continue
            if said == "/new":
                self._session = self._desk.new(self._session.conversation.agent)
                if not self._json:
                    self._write(self._text.phrase("new") + "\n")
                continue
            if not self._json and not sys.stdin.isatty():
                self._write(f"{self._text.phrase('you')} › {said}\n")
            try:
                request = _request(said) if self._json else self._chosen(said)
            except DeskError as error:
                self.refuse(error)
                continue
            await self.say(request)

    def _chosen(self, said: str) -> TerminalRequest:
        """Return the offered answer whose number was said, or what was said."""
        offered, self._offered = self._offered, ()
        if said.isascii() and said.isdigit() and 1 <= int(said) <= len(offered):
            choice = offered[int(said) - 1]
            return TerminalRequest(choice.label, choice=choice)
        return TerminalRequest(said)

    def refuse(self, error: DeskError) -> None:
        """Print an expected error and keep its exit code."""
        self._complain(str(error))
        if isinstance(error, UNREACHABLE):
            self._exit = EXIT_UNREACHABLE
        else:
            self._exit = EXIT_USAGE if isinstance(error, BadInput) else EXIT_TASK

    def _complain(self, text: str) -> None:
        self._err.write(f"balance-desk: {lines_printable(text)}\n")
        self._err.flush()

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()

    def _say(self, text: str) -> None:
        """Print what an agent says."""
        self._write(self._emphasis.feed(text))

    def _ask(self, question: Question) -> None:
        self._say(f"{question.text}\n")
        for number, choice in enumerate(question.choices, 1):
            count = f" ({choice.count})" if choice.count is not None else ""
            self._say(f"  {number}. {printable(choice.label)}{count}\n")
        self._offered = question.choices

    def _end(self) -> None:
        if self._telling is not None:
            self._say(self._telling.rest())
            if self._telling.question is not None:
                self._ask(self._telling.question)
        drawn = "\n\n".join(tables_of(self._telling.answer)) if self._telling is not None else ""
        self._write(self._emphasis.end() + "\n" + (f"\n{drawn}\n" if drawn else ""))
        if self._telling is not None:
            self._offer(offers_of(self._telling.answer))
            for name, part in beside_text(self._telling.answer):
                if not (drawn and name == "result"):
                    self._tell_line(line_of(name, part, self._text))

    def _offer(self, labels: Sequence[str]) -> None:
        """Print what can be asked instead."""
        if labels:
            lines = [self._text.phrase("offers"), *(f"  • {printable(one)}" for one in labels)]
            self._write("\n".join(lines) + "\n")

    def _tell_line(self, text: str) -> None:
        self._write(lines_printable(text) + "\n")

    def _print(self, event: SessionEvent) -> None:
        match event:
            case TurnStarted():
                self._offered = ()
                self._steps.clear()
            case StatusEvent(state=state, message=message):
                self._step(state, message)
            case TaskEvent(task=task):
                self._step(task.state, task.status)
            case StreamLost():
                self._note(self._text.phrase("lost"))
            case StreamRecovered():
                self._note(self._text.phrase("recovered"))
            case ProtocolFault():
                self._note(self._text.phrase(f"fault_{event.rule}", detail=event.detail))
            case TurnClosed():
                self._complain(event.text or event.reason)
            case TurnEnded():
                self._end()
                self._write("\n")
                if not event.state.settled and not self._released:
                    self._complain(self._text.phrase("left"))
            case _:
                pass
        if self._telling is not None and not isinstance(event, TurnStarted | TurnEnded):
            self._say(self._telling.take(event))

    def _step(self, state: TaskState, message: Message | None) -> None:
        """Print a status once, however often it is said, and no more than so many."""
        text = message.text if message else ""
        parts = told_apart("", message.parts if message else ())
        lines = [line_of(name, part, self._text) for name, part in parts]
        step = "\n".join((state, text, *lines))
        if step in self._steps or len(self._steps) == _MOST_STEPS:
            return
        self._steps.add(step)
        if state in (TaskState.SUBMITTED, TaskState.WORKING):
            self._note(f"[{self._text.state(state)}] {text}".rstrip())
        elif state in (TaskState.FAILED, TaskState.REJECTED, TaskState.CANCELED):
            self._say(f"[{self._text.state(state)}] {text}".rstrip())
        for line in lines:
            self._tell_line(line)

    def _note(self, text: str) -> None:
        self._err.write(f"· {lines_printable(text)}\n")
        self._err.flush()


def _exit_code(ended: TurnEnded) -> int:
    if ended.state in (TaskState.COMPLETED, TaskState.INPUT_REQUIRED):
        return EXIT_OK
    if ended.reason in _UNREACHABLE or not ended.state.settled:
        return EXIT_UNREACHABLE
    return EXIT_TASK


def _request(line: str) -> TerminalRequest:
    """Read a line of `chat --json`: plain text, or an object with `text` and more."""
    if not line.startswith("{"):
        return TerminalRequest(line)
    try:
        said = read_typed(line)
    except ValueError as error:
        raise BadInput(f"This line is not a JSON object: {error}.", key="bad_line") from error
    known = {"text", "reference_task_ids", "task_id", "attachments", "metadata"}
    if unknown := set(said) - known:
        raise BadInput(
            f"This line has unknown fields: {', '.join(sorted(unknown))}.", key="bad_line"
        )
    references, task_id = said.get("reference_task_ids"), said.get("task_id")
    paths = said.get("attachments") or []
    metadata = said.get("metadata")
    if (
        not isinstance(said.get("text", ""), str)
        or not isinstance(task_id, str | None)
        or not _strings(paths)
        or not isinstance(metadata, dict | None)
        or not (references is None or _strings(references))
    ):
        raise BadInput("A field of this line has the wrong type.", key="bad_line")
    return TerminalRequest(
        said.get("text", ""),
        references,
        task_id,
        tuple(attached_file(Path(path)) for path in paths),
        metadata=metadata,
    )


def _strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


async def stdin_lines(prompt: str = "") -> AsyncIterator[str]:
    """Yield the lines of standard input as they are wanted; the last may lack its newline.

    A daemon thread reads the descriptor itself: it holds no lock of Python's at exit, and the loop
    never waits for a person. Bytes that are not UTF-8 are replaced.
    """
    loop = asyncio.get_running_loop()
    wanted = threading.Semaphore(0)
    arrived: asyncio.Queue[bytes] = asyncio.Queue()
    descriptor = sys.stdin.fileno()

    def read() -> None:
        data = b"?"
        while data:
            wanted.acquire()
            try:
                data = os.read(descriptor, 65536)
            except OSError:
                data = b""
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(arrived.put_nowait, data)

    threading.Thread(target=read, name="stdin", daemon=True).start()
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    held, ended = "", False
    talking = sys.stdin.isatty()
    if talking and prompt:
        sys.stderr.write(f"{prompt}\n")
    while not ended:
        if talking:
            sys.stderr.write("› ")
            sys.stderr.flush()
        while "\n" not in held and not ended and len(held) < _MAX_LINE_BYTES:
            wanted.release()
            data = await arrived.get()
            ended = not data
            held += decoder.decode(data, final=ended)
        *lines, held = held.split("\n") if not ended else [*held.split("\n"), ""]
        for line in lines:
            yield line
