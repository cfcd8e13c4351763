"""The rows of a table, whatever their shape, become sides: own value, rival's value, won or not."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from agents.answering.source import TABLE
from agents.data.match.model.results import outcomes, summed
from agents.data.match.model.semantic_model import Dimension, Quantity, SemanticModel
from agents.data.model.schema import Table
from agents.data.tables.quoting import listed, literal, quoted


class WholeSides(NamedTuple):
    """The SELECT of a row per game and side, and its columns.

    `entity` are the columns of what is compared and of its rival's, `own` and `opponents` those of
    each dimension by its key, `amounts` those of numbers by key and side. There are `won` (1, 0,
    or nothing where it is not known), `drawn` and `moment` where they are known, `first` in one of
    the two rows of each game, all other columns under their own names, and in `counted` rows of
    many games `n`, of which `won` and `drawn` are sums.
    """

    sql: str
    entity: tuple[str, str]
    own: dict[str, str]
    opponents: dict[str, str]
    amounts: dict[tuple[str, str], str]
    drawn: bool
    counted: bool
    timed: bool


def whole_sides(model: SemanticModel, table: Table) -> WholeSides | None:
    """Return the sides of a table of games, None if no rival is known."""
    if not model.has_rival(model.entity):
        return None
    sides = _Sides(model, {column.name: column.stored for column in table.columns})
    own, opponents = (
        {one.key: one.name for one in sides.columns if one.side == side}
        for side in ("own", "opponent")
    )
    return WholeSides(
        sql=sides.select(),
        entity=(own[model.entity], opponents[model.entity]),
        own=own,
        opponents=opponents,
        amounts={(key, side): _amount_column(key, side) for key, side in sides.amounts},
        drawn=model.has_draws,
        counted=model.totals is not None,
        timed=model.time is not None,
    )


class _SideColumn(NamedTuple):
    """A column of the sides: its name there, the dimension, and whose value ("own", "opponent")."""

    name: str
    key: str
    dimension: Dimension
    side: str


class _Sides:
    """Owns the reading of one table of games."""

    def __init__(self, model: SemanticModel, kinds: Mapping[str, str]) -> None:
        self._model = model
        self._kinds = kinds

    def select(self) -> str:
        """Return the SELECT of the rows: one for each game and side."""
        both = self._model.grain == "game" or self._model.stored == "one"
        sides = " UNION ALL ".join(map(self._side, "ab" if both else "a"))
        return f"WITH slotted AS ({self._slots()}) {sides}" if self._joined else sides

    def _side(self, own: str) -> str:
        picked = [
            *((self._value(one.dimension, own, one.side), one.name) for one in self.columns),
            *((self._amount(key, own, side), _amount_column(key, side))
              for key, side in self.amounts),
            *self._result(own),
        ]  # fmt: skip
        if self._model.time is not None:
            picked.append((self._moment(self._model.time), "moment"))
        picked.append(("own.slot = 1" if self._joined else str(own == "a"), "first"))
        columns = [f"{sql} AS {quoted(name)}" for sql, name in picked]
        columns += map(self._cell, self._others())
        rows = TABLE
        if self._joined:
            game = quoted(str(self._model.game))
            rows = (
                "slotted AS own LEFT JOIN slotted AS rival "
                f"ON own.{game} = rival.{game} AND own.slot <> rival.slot"
            )
        tests = [
            f"NOT {self._cell(name)} IN ({listed(one.rollups)})"
            for one in self._model.dimensions.values() if one.rollups for name in one.columns
        ]  # fmt: skip
        return f"SELECT {', '.join(columns)} FROM {rows} WHERE {' AND '.join(tests) or 'TRUE'}"

    def _others(self) -> list[str]:
        """Return the columns that nothing else is made of."""
        model = self._model
        parts = [*model.dimensions.values(), *model.quantities.values()]
        read = {name for part in parts for name in part.columns} | {model.time}
        read.update(model.winner.columns)
        read.update(model.totals.columns if model.totals is not None else ())
        made = {one.name for one in self.columns} | {"won", "drawn", "moment", "first", "n"}
        made |= {_amount_column(key, side) for key, side in self.amounts}
        return [name for name in self._kinds if name not in read and name not in made]

    @cached_property
    def columns(self) -> tuple[_SideColumn, ...]:
        """Every dimension of either side, and of the game."""
        found = []
        for key, dimension in self._model.dimensions.items():
            found.append(_SideColumn(key, key, dimension, "own"))
            if self._model.is_of_sides(key) and self._model.has_rival(key):
                name = "opponent" if key == self._model.entity else f"opponent_{key}"
                found.append(_SideColumn(name, key, dimension, "opponent"))
        return tuple(found)

    @cached_property
    def amounts(self) -> tuple[tuple[str, str], ...]:
        """Every number of either side, and of the game, by its key and whose it is."""
        return tuple(
            (key, side)
            for key, quantity in self._model.quantities.items()
            for side in ("own", "opponent")
            if side == "own" or self._is_both(quantity)
        )

    def _is_both(self, quantity: Quantity) -> bool:
        """Whether the number of the other side is known too."""
        beside = quantity.sided and self._model.game is not None and self._model.stored == "both"
        return beside or quantity.a is not None

    @cached_property
    def _joined(self) -> bool:
        """Whether what is told of a rival stands in another row."""
        dimensions = [one.dimension for one in self.columns if one.side == "opponent"]
        numbers = [self._model.quantities[key] for key, side in self.amounts if side == "opponent"]
        return any(one.column is not None for one in (*dimensions, *numbers))

    def _amount(self, key: str, own: str, side: str) -> str:
        """A number of one side, or of the game."""
        quantity = self._model.quantities[key]
        name = quantity.column or (quantity.a if (own == "a") == (side == "own") else quantity.b)
        rival = quantity.column is not None and quantity.sided and side == "opponent"
        return self._cell(str(name), rival=rival)

    def _slots(self) -> str:
        """Number the two sides of each game, so that each can be put beside the other."""
        model = self._model
        sided = [c for d in model.dimensions.values() if d.of_sides for c in d.columns]
        order = dict.fromkeys((*model.winner.columns, *sided))
        return (
            f"SELECT *, row_number() OVER (PARTITION BY {quoted(str(model.game))} "
            f"ORDER BY {', '.join(map(quoted, order))}) AS slot FROM {TABLE}"
        )

    def _cell(self, name: str, *, rival: bool = False) -> str:
        whose = ("rival." if rival else "own.") if self._joined else ""
        return f"{whose}{quoted(name)}"

    def _value(self, dimension: Dimension, own: str, side: str) -> str:
        """A dimension of one side as text: spellings of one value made one, unknown ones null."""
        first = (own == "a") == (side == "own")
        if dimension.fixed is not None:
            return literal(dimension.fixed[0 if first else 1])
        name = dimension.column or (dimension.a if first else dimension.b)
        assert name is not None
        rival = dimension.column is not None and side == "opponent"
        found = self._cell(name, rival=rival)
        if self._kinds.get(name) != "text":
            found = f"CAST({found} AS VARCHAR)"
        if dimension.namesakes:  # the id behind a name that several ids share
            beside = self._cell(dimension.id_beside(name), rival=rival)
            told = f"concat({found}, ' (', {beside}, ')')"
            found = (
                f"CASE WHEN {found} IN ({listed(dimension.namesakes)}) THEN {told} ELSE {found} END"
            )
        whens = [
            f"WHEN {found} IN ({listed(member.spellings)}) THEN {literal(value)}"
            for value, member in dimension.members.items() if member.spellings
        ]  # fmt: skip
        if dimension.placeholders:
            whens.insert(0, f"WHEN {found} IN ({listed(dimension.placeholders)}) THEN NULL")
        return f"CASE {' '.join(whens)} ELSE {found} END" if whens else found

    def _moment(self, time: str) -> str:
        found = self._cell(time)
        dated = self._kinds[time] in ("date", "timestamp")
        return found if dated else f"try_strptime(CAST({found} AS VARCHAR), '%Y')"

    def _result(self, own: str) -> Iterator[tuple[str, str]]:
        """Yield the SQL of each column of the result, and its name."""
        model, winner = self._model, self._model.winner
        if model.totals is not None:
            counts = summed(model.totals, self._cell, own)
            yield from ((sql, name) for name, sql in counts.items())
            return
        won, lost = (1, 0) if own == "a" else (0, 1)
        if not winner.columns:
            yield str(won), "won"
            return
        same = model.dimensions[winner.same_as] if winner.same_as is not None else None
        sides = (str(same.a), str(same.b)) if same is not None else None
        a, b, drawn = outcomes(winner, self._kinds, self._cell, sides)
        nobody = f" WHEN {drawn} THEN 0" if drawn else ""
        yield f"CASE WHEN {a} THEN {won} WHEN {b} THEN {lost}{nobody} END", "won"
        if drawn:
            yield f"CASE WHEN {drawn} THEN 1 ELSE 0 END", "drawn"


def _amount_column(key: str, side: str) -> str:
    """Return the column of the sides that holds a number: "rating_number"."""
    return f"{key}_number" if side == "own" else f"{side}_{key}_number"
