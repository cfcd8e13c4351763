"""What a language model makes of the questions to develop on: recorded, then scored.

`python -m tests.corpora.proposals record` puts each question to the model of BALANCE_DESK_MODEL and
keeps its replies, with its name and the day, in `tests/corpora/replies`; what is kept already is
not asked again. `… score` prints how many of the recorded questions rules alone, the model alone
and both read right. The questions are those of the dialogues and of the tables of games, with
`--examples` those of the constructions, with `--logs` those of logs, with `--wtq FOLDER` those of
WikiTableQuestions.
"""

import argparse
import asyncio
import json
import random
import sys
import zipfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel

from agents.answering.text.language import Language, language_of
from agents.data.agent.proposals.asking import Consulting
from agents.data.agent.proposals.proposal import Proposer
from agents.data.dataset import Dataset, open_dataset
from agents.data.dialogue.log import DialogueLog, DialogueTurn
from agents.data.dialogue.understanding import understand
from agents.data.model.schema import TableModel
from agents.data.query.operands import told_columns
from agents.data.query.query import Query
from agents.logs.lines.dataset import LogDataset
from agents.models.language_model import LanguageModel
from agents.models.proposing import ModelProposer
from app.connections.language_model import configured_model
from app.errors import AgentRefused, DeskError
from app.profile.folder import default_folder
from tests.corpora.corpus import HERE, dialogues, lines, tables
from tests.corpora.evaluator import denotation
from tests.corpora.games import __main__ as games
from tests.corpora.games.__main__ import expected_of
from tests.corpora.games.further_questions import FURTHER_CASES
from tests.corpora.games.further_tables import FURTHER
from tests.corpora.games.named_questions import NAMED_CASES
from tests.corpora.games.named_tables import NAMED
from tests.corpora.games.odd_questions import CASES
from tests.corpora.games.odd_tables import ODD
from tests.corpora.games.tables import MAKERS
from tests.corpora.logs import questions as logs
from tests.corpora.run import loosely
from tests.corpora.small_tables import read_wtq
from tests.corpora.wtq import parts, questions, same
from tests.unit.agents.logs.logs_support import TODAY as LOGS_TODAY
from tests.unit.agents.logs.logs_support import opened

REPLIES = HERE / "replies"
TODAY = date(2026, 11, 27)
WAYS = ("rules alone", "model alone", "both")
T = TypeVar("T", bound=BaseModel)


class Case(NamedTuple):
    """One question, after what was meant before it, with what says whether it is read right.

    None is a question that is not answered, which is right where the table cannot tell.
    """

    key: str
    table: str
    language: Language
    text: str
    model: TableModel
    log: DialogueLog
    right: Callable[[Query | None], bool]
    today: date = TODAY


def examples() -> Iterator[Case]:
    """Yield the examples of constructions, each in its languages."""
    for number, said in enumerate(lines()):
        wanted = Query.model_validate(said.query)
        yield Case(
            f"examples/{number}", said.table, said.language,  # type: ignore[arg-type]  # one of its values
            said.text, tables()[said.table], DialogueLog(),
            lambda query, wanted=wanted: _says(query, wanted),
        )  # fmt: skip


def _says(query: Query | None, wanted: Query | None) -> bool:
    """Whether a query is the one that is meant; rows may show further columns."""
    if query is not None and wanted is not None and query.rows and wanted.rows:
        columns = query.columns or wanted.columns
        if wanted.columns and set(wanted.columns) <= set(columns):
            query = query.model_copy(update={"columns": wanted.columns})
        if not wanted.columns:
            query = query.model_copy(update={"columns": ()})
    return loosely(query) == loosely(wanted)


def developed(file: Path = HERE / "develop.yaml") -> Iterator[Case]:
    """Yield the turns of the dialogues to develop on, each after the queries that were meant."""
    for number, said in enumerate(dialogues(file)):
        log = DialogueLog()
        for place, turn in enumerate(said.turns):
            wanted = None if turn.query is None else Query.model_validate(turn.query)
            if wanted is not None or turn.act in ("decline", "talk"):
                yield Case(
                    f"{file.stem}/{number}/{place}", said.table, said.language,  # type: ignore[arg-type]  # one of its values
                    turn.text, tables()[said.table], log,
                    lambda query, wanted=wanted: _says(query, wanted),
                )  # fmt: skip
            if wanted is not None:
                log = log.after(DialogueTurn(language=said.language, outcome="answer", query=wanted,
                                     columns=told_columns(wanted)))  # fmt: skip


def published(folder: Path, root: Path, most: int) -> Iterator[Case]:
    """Yield questions of the part of WikiTableQuestions to develop on, right by what they come to.

    `root` is where its tables lie.
    """
    develop, _ = parts(questions(folder))
    for asked in random.Random(1).sample(develop, min(most, len(develop))):
        table = read_wtq(root / asked.table)

        def right(query: Query | None, asked: Any = asked, table: Any = table) -> bool:
            return query is not None and same(denotation(query, table), asked.target)

        yield Case(f"wtq/{asked.name}", asked.table, "en", asked.question, table.model,
                   DialogueLog(), right)  # fmt: skip


def about_games(root: Path, most: int = 12) -> Iterator[Case]:
    """Yield the first `most` questions of each table of games that open a talk, and as many of all
    phrasings about two sides; each is right by the figures that plain Python counts.

    The tables are written below `root`, and stay open.
    """
    for make in (*ODD, *FURTHER, *NAMED):
        odd = make(root)
        dataset = open_dataset(odd.path)
        said = [one for one in (CASES | FURTHER_CASES | NAMED_CASES)[odd.name]
                if one.act in ("answer", "decline") and not one.text.startswith(">")]  # fmt: skip
        for number, one in enumerate(said[:most]):
            wanted = expected_of(odd, one) if one.act == "answer" else None
            yield Case(f"games/{odd.name}/{number}", odd.name, language_of(one.text), one.text,
                       dataset.model, DialogueLog(), _counting(dataset, wanted),
                       games.TODAY)  # fmt: skip
    for maker in MAKERS:
        table = maker(root)
        dataset = open_dataset(table.path)
        phrasings = list(games.phrasings(table))
        for number, asked in enumerate(random.Random(1).sample(phrasings, most)):
            if asked.act in ("answer", "decline"):
                yield Case(f"games/{table.name}/{number}", table.name, asked.language,  # type: ignore[arg-type]  # one of its values
                           asked.text, dataset.model, DialogueLog(),
                           _counting(dataset, asked.wanted), games.TODAY)  # fmt: skip


def about_logs(root: Path, stack: ExitStack) -> Iterator[Case]:
    """Yield the questions about logs, each right by what plain Python finds in the lines.

    The logs are written below `root`, and stay open as long as the stack.
    """
    found = {}
    for name, make in logs.LOGS.items():
        lines = make()
        (root / name).write_text("".join(f"{text}\n" for _, text in lines), encoding="utf-8")
        table, _ = stack.enter_context(opened(root / name, year=2024))
        found[name] = LogDataset(table), lines
    for key, one in logs.asked():
        dataset, lines = found[one.log]
        rows = None if one.rows is None else one.rows(lines)

        def right(query: Query | None, dataset: Any = dataset, rows: Any = rows) -> bool:
            if query is None or rows is None:
                return query is None and rows is None
            return logs.same(logs.answered(query, dataset), rows)

        yield Case(key, one.log, one.language, one.text, dataset.model, DialogueLog(), right,
                   LOGS_TODAY)  # fmt: skip


def _counting(
    dataset: Dataset, wanted: Counter[tuple[int, ...]] | None
) -> Callable[[Query | None], bool]:
    def right(query: Query | None) -> bool:
        if query is None or wanted is None:
            return query is None and wanted is None
        found = games.computed(query, dataset)
        return found is not None and games.same(found, wanted)

    return right


class Recorded(NamedTuple):
    """What a model said to one question: each of its proposals, and the key of its last error."""

    key: str
    text: str
    model: str
    day: str
    replies: list[dict[str, Any]]
    problem: str


class Recording:
    """Implements `Proposer` with another one; keeps what it said."""

    def __init__(self, proposer: Proposer) -> None:
        self.name = proposer.name
        self.replies: list[dict[str, Any]] = []
        self.problem = ""
        self._proposer = proposer

    async def fill(
        self, shape: type[T], *, task: str, material: str,
        check: Callable[[T], Sequence[str]], language: Language,
        used: Callable[[Mapping[str, object]], None],
        show: Callable[[T], Awaitable[str]] | None = None,
    ) -> T:  # fmt: skip
        """Ask, and keep what is said before it is checked."""

        def kept(answer: T) -> Sequence[str]:
            told = answer.model_dump(mode="json", by_alias=True, exclude_defaults=True)
            self.replies.append(told)
            return check(answer)

        try:
            return await self._proposer.fill(
                shape, task=task, material=material, check=kept, show=show, language=language,
                used=used,
            )  # fmt: skip
        except DeskError as error:
            self.problem = error.reason
            raise


class Replayed:
    """Implements `Proposer` with what was recorded."""

    def __init__(self, recorded: Recorded) -> None:
        self.name = recorded.model
        self._recorded = recorded

    async def fill(
        self, shape: type[T], *, task: str, material: str,
        check: Callable[[T], Sequence[str]], language: Language,
        used: Callable[[Mapping[str, object]], None],
        show: Callable[[T], Awaitable[str]] | None = None,
    ) -> T:  # fmt: skip
        """Say again what was said, up to what stands the check as it is now."""
        for reply in self._recorded.replies:
            answer = shape.model_validate(reply)
            if not check(answer):
                return answer
        raise AgentRefused("no reply stands", key=self._recorded.problem or "model_unusable")


def file_of(model: str, folder: Path) -> Path:
    """Return where a model's replies are kept; its folder is made."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder / ("".join(one if one.isalnum() else "-" for one in model) + ".jsonl")


async def record(cases: Sequence[Case], proposer: Proposer, folder: Path = REPLIES) -> Counter[str]:
    """Put what is not recorded yet to a model; return how many were recorded, and what went wrong.

    A server that does not answer is no reply: its question is asked again the next time.
    """
    file = file_of(proposer.name, folder)
    known = {(one.key, one.text) for one in recorded(folder) if one.model == proposer.name}
    counts: Counter[str] = Counter()
    with file.open("a", encoding="utf-8") as kept:
        for case in cases:
            if (case.key, case.text) in known:
                continue
            asked = Recording(proposer)
            await _consulted(case, asked)
            if asked.problem not in ("", "model_unusable"):
                counts[asked.problem] += 1
                continue
            day = date.today().isoformat()  # noqa: DTZ011 (the day it is here)
            told = Recorded(case.key, case.text, proposer.name, day, asked.replies, asked.problem)
            kept.write(json.dumps(told._asdict(), ensure_ascii=False) + "\n")
            kept.flush()
            counts["recorded"] += 1
    return counts


def recorded(folder: Path = REPLIES) -> Iterator[Recorded]:
    """Yield all that was recorded."""
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            yield Recorded(**json.loads(line))


async def _consulted(case: Case, proposer: Proposer) -> Query | None:
    """Return the query of the model, None where none of its own stands."""
    rules = _rules(case)
    found = await Consulting(proposer).consult(
        case.text, rules, model=case.model, log=case.log, today=case.today, language=case.language
    )
    return found.understood.query if found.read_by else None


def _rules(case: Case) -> Any:
    return understand(
        case.text, model=case.model, language=case.language, today=case.today, log=case.log
    )


async def acts(case: Case, told: Recorded) -> dict[str, str]:
    """Return by way of reading what came of a question: right, wrong, or not answered."""
    rules = _rules(case)
    alone = rules.query if rules.outcome.outcome == "answer" else None
    proposed = await _consulted(case, Replayed(told))
    consulting = Consulting(Replayed(told))
    wanted = await consulting.wants(case.text, rules, model=case.model, today=case.today)
    both = (proposed or alone) if wanted else alone
    read = zip(WAYS, (alone, proposed, both), strict=True)
    # What is right may have to be computed, on a loop of its own.
    right = {way: await asyncio.to_thread(case.right, query) for way, query in read}
    return {
        way: "right" if right[way] else "wrong" if query is not None else "not answered"
        for way, query in zip(WAYS, (alone, proposed, both), strict=True)
    }


async def score(cases: Sequence[Case], folder: Path = REPLIES) -> str:
    """Return the table of what was recorded, as Markdown; one row for a model and a way."""
    by_key = {(one.key, one.text): one for one in cases}
    counts: dict[tuple[str, str], Counter[str]] = {}
    days: dict[str, set[str]] = {}
    of_tables: dict[str, set[str]] = {}
    for told in recorded(folder):
        case = by_key.get((told.key, told.text))
        if case is None:
            continue
        days.setdefault(told.model, set()).add(told.day)
        of_tables.setdefault(told.model, set()).add(case.table)
        for way, act in (await acts(case, told)).items():
            counts.setdefault((told.model, way), Counter())[act] += 1
    if not counts:
        return "Nothing is recorded of these questions."
    rows = ["| model | days | tables | questions | read by | right | wrong | not answered |",
             "|---|---|---|---|---|---|---|---|"]  # fmt: skip
    for (model, way), found in counts.items():
        told_days = f"{min(days[model])} – {max(days[model])}"
        shares = " | ".join(
            f"{found[act] / found.total():.1%}" for act in ("right", "wrong", "not answered")
        )
        seen = f"{len(of_tables[model])} | {found.total()}"
        rows.append(f"| {model} | {told_days} | {seen} | {way} | {shares} |")
    return "\n".join(rows)


def main(arguments: list[str]) -> None:
    """Record or score; see the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.corpora.proposals")
    parser.add_argument("act", choices=("record", "score"))
    parser.add_argument("--examples", action="store_true")
    parser.add_argument("--logs", action="store_true")
    parser.add_argument("--wtq", type=Path, metavar="FOLDER")
    parser.add_argument("--most", type=int, default=500, help="questions of WikiTableQuestions")
    given = parser.parse_args(arguments)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        if given.examples:
            cases = list(examples())
        elif given.logs:
            cases = list(about_logs(Path(folder), stack))
        elif given.wtq is None:
            cases = [*developed(), *about_games(Path(folder))]
        else:
            zipfile.ZipFile(given.wtq / "tables.zip").extractall(folder)
            cases = list(published(given.wtq, Path(folder), given.most))
        if given.act == "score":
            print(asyncio.run(score(cases)))
            return
        config = configured_model(default_folder())
        if config is None:
            parser.error("no model is configured: set BALANCE_DESK_MODEL")
        print(dict(asyncio.run(record(cases, ModelProposer(LanguageModel(config))))))


if __name__ == "__main__":
    main(sys.argv[1:])
