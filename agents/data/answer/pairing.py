"""Which figures of earlier answers belong together: a row for each key that answers share.

Answers are paired by their groups. One by some of the groups of another, or by none, is what each
group of that one is held against, if both tell one figure. Figures that differ are paired by the
same groups, or where no answer has any by the rows that each is about.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from agents.data.answer.earlier import MOST_LINES, Earlier, Line, groups_of, order_of
from agents.data.answer.result_wording import is_number

Series = tuple[str, str]
"""The task of an answer ("" of figures of several) and the figure that it tells."""
_Key = tuple[tuple[str, str], ...]


class Pairs(NamedTuple):
    """A row for each of `groups`, as they are called, and a column for each of the `series`; a cell
    that no answer has is missing. `label` is what the rows are told apart by."""

    label: str
    groups: tuple[str, ...]
    series: tuple[Series, ...]
    cells: Mapping[tuple[Series, str], Line]

    @property
    def one_figure(self) -> bool:
        """Whether all tell the same figure, so that they differ by something."""
        return len({of for _, of in self.series}) == 1

    def row(self, group: str) -> list[Line | None]:
        """Return the cells of a row, one for each of the series."""
        return [self.cells.get((one, group)) for one in self.series]


def pairs_of(answers: Sequence[Earlier], lines: Sequence[Line]) -> Pairs | None:
    """Return the figures of several answers by what they share, the coarser ones first; None where
    nothing of one belongs to anything of another."""
    told: dict[Series, list[Line]] = {}
    for line in lines:
        told.setdefault((line.task_id, line.of), []).append(line)
    if len({task for task, _ in told}) < 2:
        return None
    figures = {of for _, of in told}
    if not any(line.group for line in lines):
        return _by_rows(lines) if len(figures) > 1 else None
    names = {one: frozenset(name for name, _ in held[0].keys) for one, held in told.items()}
    finest = max(names.values(), key=len)
    if any(not own <= finest or (len(figures) > 1 and own != finest) for own in names.values()):
        return None
    by_key = {one: {_key(line): line for line in held} for one, held in told.items()}
    if any(len(by_key[one]) < len(held) for one, held in told.items()):
        return None
    series = sorted(told, key=lambda one: len(names[one]))
    fine = [one for one in series if names[one] == finest]
    rows = _ordered([list(by_key[one].items()) for one in fine], answers, {one[0] for one in fine})
    if len({*rows.values()}) < len(rows):
        return None
    cells = {}
    for key, group in rows.items():
        for one in series:
            own = tuple(part for part in key if part[0] in names[one])
            if own in by_key[one]:
                cells[one, group] = by_key[one][own]
    label = next(
        ", ".join(label for _, label in groups_of(one)) for one in answers
        if one.task_id == fine[0][0]
    )  # fmt: skip
    return _kept(Pairs(label, tuple(rows.values()), tuple(series), cells))


def _by_rows(lines: Sequence[Line]) -> Pairs | None:
    """Return different figures by the rows that they are about."""
    cells = {(("", line.of), line.about): line for line in lines}
    if len(cells) < len(lines):
        return None
    groups = tuple(dict.fromkeys(line.about for line in lines))
    series = tuple(dict.fromkeys(one for one, _ in cells))
    return _kept(Pairs("", groups, series, cells)) if len(groups) > 1 else None


def _kept(pairs: Pairs) -> Pairs | None:
    """Return as many rows as are told at the most; nothing where no row has two figures."""
    if not any(len(list(filter(None, pairs.row(group)))) > 1 for group in pairs.groups):
        return None
    return pairs._replace(groups=pairs.groups[: max(2, MOST_LINES // len(pairs.series))])


def _key(line: Line) -> _Key:
    return tuple(sorted((name, str(cell)) for name, cell in line.keys))


def _ordered(
    held: Sequence[Sequence[tuple[_Key, Line]]], answers: Sequence[Earlier], tasks: set[str]
) -> dict[_Key, str]:
    """Return the groups of some series in their order, as they are called."""
    first: dict[_Key, Line] = {}
    for series in held:
        for key, line in series:
            known = first.get(key)
            if known is None or (not is_number(known.value) and is_number(line.value)):
                first[key] = line
    orders = {order_of(one) for one in answers if one.task_id in tasks}
    lines = list(first.items())
    if orders == {"figure"}:
        lines = sorted(lines, key=lambda one: by_figure(one[1]))
    elif "rows" not in orders:
        lines = sorted(lines, key=lambda one: [_rank(cell) for _, cell in one[1].keys])
    return {key: line.group for key, line in lines}


def by_figure(line: Line) -> tuple[bool, float]:
    """Return what sorts figures, the highest first and what is none last."""
    return not is_number(line.value), -float(line.value or 0) if is_number(line.value) else 0.0


def _rank(cell: object) -> tuple[bool, float, str]:
    number = float(cell) if isinstance(cell, int | float) else 0.0
    return cell is None, number, "" if isinstance(cell, int | float) else str(cell)
