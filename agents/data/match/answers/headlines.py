"""The sentence that an answer about several rows begins with: who leads, how far they spread."""

from collections.abc import Sequence

from agents.answering.engine import Row
from agents.answering.text.markdown import as_text
from agents.data.match.answers.labels import dimension_label, group_labels
from agents.data.match.answers.row_figures import RowFigures, whole
from agents.data.match.compute.cut_rows import OF_ENOUGH
from agents.data.match.compute.frame import LENGTHS
from agents.data.match.compute.statistics import FEW_GAMES

MANY = 5
MOST_LED = 8
_COUNTED = {"games": "_games", "wins": "_wins", "losses": "_wins"}  # there are many or few


class Headline(RowFigures):
    """Owns the first sentence on the rows of one analysis."""

    def _head(self) -> str:
        plan = self._analysis.plan
        label = self._group_label()
        if plan.frame.order is not None and not self._analysis.unranked:
            if len(self._rows) == 1 and plan.frame.limit is None:
                only = {"name": self._names[0], "value": self._main(self._rows[0])}
                return self._say("ranked_alone", what=self._md, **only)
            if plan.frame.skip:
                return self._placed()
            if plan.frame.within is not None:
                return self._first_of_each(plan.frame.within)
            tied = self._tied()
            if len(tied) > 1:
                return self._say(
                    self._worded(f"tied_{plan.frame.order}"),
                    what=self._inside(self._md),
                    names=", ".join(tied),
                    value=self._main(self._rows[0]),
                )
            return self._say(
                self._worded(f"ranked_{plan.frame.order}"),
                what=self._inside(self._md),
                dimension=label,
                name=self._names[0],
                value=self._main(self._rows[0]),
            )
        if len(self._rows) <= 3:
            items = [
                self._say("several_item", name=n, value=self._main(r))
                for n, r in zip(self._names, self._rows, strict=True)
            ]
            return self._say("several", what=self._md, items=", ".join(items))
        if plan.over_time and len(plan.groups) == 1 and self._analysis.cut is None:
            first, last = self._rows[0], self._rows[-1]
            trend = self._say(
                "trend",
                what=self._md,
                first=self._names[0],
                first_value=self._main(first),
                last=self._names[-1],
                last_value=self._main(last),
            )
            return f"{trend} {self._spread(label)}"
        return self._spread(label)

    def _first_of_each(self, within: str) -> str:
        """Name the rows that lead, each in its group."""
        items = [
            self._say("several_item", name=n, value=self._main(r))
            for n, r in zip(self._names, self._rows, strict=True)
            if self._frame.limit is not None or not self._is_behind(r, within)
        ]
        more = ", …" if len(items) > MOST_LED else ""
        return self._say(
            f"within_{self._frame.order}",
            what=self._md,
            dimension=dimension_label(within, self._model, self._language),
            items=", ".join(items[:MOST_LED]) + more,
        )

    def _is_behind(self, row: Row, within: str) -> bool:
        """Whether another row of the same group comes before a row."""
        place = self._rows.index(row)
        return place > 0 and self._cell(self._rows[place - 1], within) == self._cell(row, within)

    def _placed(self) -> str:
        """Name the rows at the places that were asked for: second best, third to fifth."""
        items = [
            self._say("several_item", name=n, value=self._main(r))
            for n, r in zip(self._names, self._rows, strict=True)
        ]
        last = self._frame.skip + len(self._rows)
        key = "placed_one" if len(items) == 1 else "placed"
        return self._say(
            f"{key}_{self._frame.order}",
            what=self._md,
            first=self._frame.skip + 1,
            last=last,
            items=", ".join(items),
        )

    def _tied(self) -> list[str]:
        """Return the names of the rows that share the first row's figure."""
        first = self._figure(self._rows[0])
        pairs = zip(self._rows, self._names, strict=True)
        return [name for row, name in pairs if self._figure(row) == first]

    def _spread(self, label: str) -> str:
        """Name the extremes among the rows that have enough games."""
        cut = self._analysis.cut
        pool = self._rows if cut is None else cut.ends
        names = self._names if cut is None else tuple(as_text(self._name(row)) for row in pool)
        places = [
            i
            for i, row in enumerate(pool)
            if self._frame.measure not in OF_ENOUGH
            or (whole(self._cell(row, "games")) >= FEW_GAMES and not self._is_raw(row))
        ]
        if not places:
            return self._say("spread_few", what=self._md, dimension=label, least=FEW_GAMES)
        if len(places) == 1:  # alone, it is neither the highest nor the lowest
            (only,) = places
            return self._say(
                "spread_alone", what=self._md, dimension=label, least=FEW_GAMES,
                name=names[only], value=self._main(pool[only]),
            )  # fmt: skip
        ranked = sorted(places, key=lambda i: self._figure(pool[i]))
        high, low = ranked[-1], ranked[0]
        if self._figure(pool[high]) == self._figure(pool[low]):
            value = self._main(pool[high])
            return self._say("spread_equal", what=self._md, dimension=label, value=value)
        spread = self._say(
            self._worded("spread"),
            what=self._md,
            dimension=label,
            high=self._alike(pool, names, places, high),
            high_value=self._main(pool[high]),
            low=self._alike(pool, names, places, low),
            low_value=self._main(pool[low]),
        )
        figures = [self._figure(row) for row in self._rows]
        least, most = self._figure(pool[low]), self._figure(pool[high])
        if min(figures) < least or max(figures) > most:  # of rows with few games
            return f"{spread} {self._say('spread_enough', least=FEW_GAMES)}"
        return spread

    def _alike(
        self, pool: Sequence[Row], names: Sequence[str], places: list[int], place: int
    ) -> str:
        """Return the names of the rows that share the figure of one, so that none is left out."""
        figure = self._figure(pool[place])
        same = [names[i] for i in places if self._figure(pool[i]) == figure]
        return ", ".join(same[:MANY]) + (" …" if len(same) > MANY else "")

    def _worded(self, key: str) -> str:
        """Return the key of a sentence on the largest and smallest: lengths are long or short."""
        if self._frame.measure in LENGTHS:
            return f"{key}_length"
        return key + _COUNTED.get(self._frame.measure, "")

    def _group_label(self) -> str:
        groups = self._analysis.plan.groups
        if len([g for g in groups if g.dimension == self._model.entity]) == 2:
            return dimension_label("matchup", self._model, self._language)
        return " · ".join(group_labels(groups, self._model, self._language))
