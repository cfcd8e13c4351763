"""`balance-desk query`: a typed query of any table, from a file or from standard input."""

import argparse
import json
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.errors import BadInput, cause_of
from app.system import start
from app.terminal.plain_text import printable, table

if TYPE_CHECKING:
    from agents.data.answer.answering import WrittenAnswer
    from agents.data.dataset import Dataset
    from agents.data.query.query import Query


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `query` to a parser's commands; what it parses is for `run`."""
    query = commands.add_parser(
        "query",
        help="run a typed query on a table",
        description="Run a typed query (JSON) on any table: counts, sums, means, rates, groups, "
        "windows, comparisons, or the rows themselves.",
    )
    query.set_defaults(command="query")
    query.add_argument("file", nargs="?", help="the table: a file, a folder, a database's address")
    query.add_argument("query", nargs="?", help="the query as a JSON file, - for standard input")
    query.add_argument("--schema", action="store_true", help="print the query's JSON Schema")
    query.add_argument("--json", action="store_true", help="one JSON object on stdout")
    query.add_argument("--lang", choices=("ko", "en", "es"), default="en", help="language")
    query.add_argument("--as-of", type=date.fromisoformat, default=argparse.SUPPRESS,
                       metavar="YYYY-MM-DD", help="today's date for relative periods")  # fmt: skip
    query.add_argument(
        "--profile",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="where all state is kept",
    )


def run(given: argparse.Namespace, folder: Path) -> int:
    """Run the command; raises `BadInput` for what is no query or does not fit the table."""
    from agents.data.query.query import Query

    if given.schema:
        print(json.dumps(Query.model_json_schema(), ensure_ascii=False))  # noqa: T201
        return 0
    if not given.file or not given.query:
        raise BadInput("Name a table and a query: balance-desk query FILE QUERY.json")
    query = _read(given.query)

    import asyncio

    from agents.data.dataset import open_dataset

    dataset = open_dataset(given.file, model_folder=folder / "models")
    start.settle()
    try:
        answered = asyncio.run(_answered(dataset, query, given))
        _print(answered, dataset, as_json=given.json)
    finally:
        dataset.close()
    return 0


def _read(name: str) -> "Query":
    from pydantic import ValidationError

    from agents.data.query.query import Query, why_no_query

    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{name} cannot be read: {cause_of(error)}.") from error
    try:
        return Query.model_validate_json(text)
    except ValidationError as error:
        raise BadInput(
            f"{name} is no query: {why_no_query(error)}. Its form: balance-desk query --schema"
        ) from error


async def _answered(
    dataset: "Dataset", query: "Query", given: argparse.Namespace
) -> "WrittenAnswer":
    from agents.data.answer.answering import answer
    from agents.data.query.checking import problems
    from agents.data.query.sentences import problem_sentence

    found = problems(query, dataset.model)
    if found:
        told = [problem_sentence(one, dataset.model, given.lang) for one in found]
        raise BadInput(" ".join(told))
    today = given.as_of or date.today()  # noqa: DTZ011 (the person's own day)
    return await answer(dataset, query, given.lang, today=today)


def _print(answered: "WrittenAnswer", dataset: "Dataset", *, as_json: bool) -> None:
    from agents.data.answer import artifacts

    computed, written = answered.computed, answered.written
    if as_json:
        told: dict[str, Any] = artifacts.result_of(computed, written, dataset.source, dataset.model)
        told["sentence"] = written.what
        told["headline"] = written.headline
        told["sql"] = computed.sql
        told["dialect"] = computed.dialect
        told["query"] = computed.query.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        told["denotation"] = artifacts.denotation_of(computed)
        told["chart"] = answered.chart
        print(json.dumps(told, ensure_ascii=False))  # noqa: T201
        return
    print(printable(written.headline))  # noqa: T201
    shown = table(artifacts.result_of(computed, written, dataset.source, dataset.model))
    if shown and (len(computed.rows) > 1 or computed.query.rows):
        print(f"\n{shown}")  # noqa: T201
    for note in written.notes:
        print(f"\n{printable(note)}")  # noqa: T201
