"""Several messages about one table, as they are understood one after the other."""

from datetime import date

from agents.data.compute.result import Cell
from agents.data.dialogue.log import DialogueLog, DialogueTurn, told_columns
from agents.data.dialogue.outcomes import Understood
from agents.data.dialogue.understanding import understand
from agents.data.model.schema import Column, Metric, Table, TableModel, Words
from agents.data.query.operands import conjuncts
from agents.data.query.query import Condition, Query
from tests.corpora.corpus import tables

TODAY = date(2026, 11, 27)
Rows = tuple[tuple[Cell, ...], ...]


def _column(name: str, role: str = "", **said: object) -> Column:
    parts = {"name": name, "header": name, "kind": "category", "stored": "text", "role": role}
    return Column.model_validate({**parts, **said})


def _flag(name: str, **words: str) -> Column:
    told = {code: Words(label=said.split(", ")[0], synonyms=tuple(said.split(", ")))
            for code, said in words.items()}  # fmt: skip
    return _column(name, name, kind="yes_no", stored="boolean", distinct=2, words=told)


_NAMES = ("Vega", "Orlov", "Tanaka", "Brook", "Silva")
_PLAYERS = {"values": _NAMES, "complete": True, "distinct": len(_NAMES)}
_FLOORS = {"values": ("Sand", "Wood", "Ice"), "complete": True, "distinct": 3}
DUELS = TableModel(
    tables=(
        Table(
            name="sides", derived="SELECT 1", pack="match", metric="win_rate", rows=80, time="day",
            columns=(
                _column("player", "player", rival="rival", **_PLAYERS),
                _column("rival", "rival", **_PLAYERS),
                _column("floor", **_FLOORS),
                _column("day", kind="moment", stored="date", grain="day", distinct=40,
                        low="2019-01-01", high="2025-12-31"),
                _flag("won", en="won, win, wins", es="ganadas, victorias", ko="이긴, 승"),
                _flag("lost", en="lost, lose, losses", es="perdidas, derrotas", ko="진, 패, 졌"),
                _flag("first"),
            ),
        ),
    ),
    metrics=(
        Metric(
            name="win_rate", table="sides", expression="COUNT(won) / COUNT(*)", share=True,
            words={"en": Words(label="win rate"), "es": Words(label="% de victorias"),
                   "ko": Words(label="승률")},
        ),
    ),
)  # fmt: skip


def model_of(table: str) -> TableModel:
    """Return a table of the corpora, or "duels": games of two players."""
    return DUELS if table == "duels" else tables()[table]


def heard(
    table: str, language: str, *texts: str, rows: dict[int, Rows] | None = None
) -> Understood:
    """Return what the last of several messages is understood as; `rows` are what was told in
    reply to the message at a place."""
    log = DialogueLog()
    for place, text in enumerate(texts):
        found = understand(text, model=model_of(table), language=language, today=TODAY, log=log)
        told = (rows or {}).get(place, ())
        outcome = found.outcome
        log = log.after(
            DialogueTurn(
                language=language, outcome=outcome.outcome, edits=found.edits, query=found.query,
                columns=told_columns(found.query) if found.query and told else (), rows=told,
                choices=getattr(outcome, "choices", ()),
            )
        )  # fmt: skip
    return found


def kept(query: Query | None) -> dict[str, Condition]:
    """Return the conditions of a query by the columns that they are of."""
    assert query is not None
    return {str(getattr(one, "column", one)): one for one in conjuncts(query.where)}
