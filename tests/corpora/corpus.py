"""The corpora: tables, and lines of what people ask with the query that it means."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from agents.data.model.schema import Column, Metric, Table, TableModel, Words

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "agents/data/packs/examples.yaml"


class Line(NamedTuple):
    """One message in one language, with the query that it means."""

    table: str
    language: str
    text: str
    query: dict[str, Any]
    construction: str


@cache
def tables(file: Path = HERE / "tables.yaml") -> dict[str, TableModel]:
    """Return the tables that lines are read against."""
    found = {}
    for name, said in yaml.safe_load(file.read_text(encoding="utf-8")).items():
        said = dict(said)
        columns = tuple(Column(**one) for one in said.pop("columns"))
        noun = {code: Words(**words) for code, words in said.pop("noun", {}).items()}
        metrics = tuple(Metric(**one) for one in said.pop("metrics", ()))
        table = Table(name=name, columns=columns, noun=noun, **said)
        found[name] = TableModel(tables=(table,), metrics=metrics)
    return found


def lines(file: Path = EXAMPLES) -> Iterator[Line]:
    """Yield the lines of a file, in each of their languages."""
    for said in yaml.safe_load(file.read_text(encoding="utf-8")):
        for language, text in said.items():
            if len(language) == 2:
                yield Line(
                    said["table"], language, text, said["query"], said.get("construction", "")
                )


class Said(NamedTuple):
    """One turn of a dialogue in one language: the query after it, or the act that is expected;
    `also` are the further queries of one that asks for several things."""

    text: str
    query: dict[str, Any] | None
    act: str
    also: tuple[dict[str, Any], ...] = ()


class Dialogue(NamedTuple):
    """A dialogue in one language about one table."""

    table: str
    language: str
    turns: tuple[Said, ...]


def dialogues(file: Path) -> Iterator[Dialogue]:
    """Yield the dialogues of a file, in each of their languages."""
    for said in yaml.safe_load(file.read_text(encoding="utf-8")):
        for language in [one for one in said["turns"][0] if len(one) == 2]:
            turns = tuple(
                Said(
                    str(one[language]),
                    one.get("query"),
                    one.get("act", "answer"),
                    tuple(one.get("also", ())),
                )
                for one in said["turns"]
            )
            yield Dialogue(said["table"], language, turns)
