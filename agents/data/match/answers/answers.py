"""An analysis becomes an answer: headline first, then rows, then what to know about them."""

from typing import NamedTuple

from agents.answering.engine import Cell, Row
from agents.answering.grounding import Facts
from agents.answering.sentences import quoted
from agents.answering.text.language import LANGUAGES, Language, integer
from agents.answering.text.markdown import as_text, bullets, paragraphs
from agents.data.match.answers.headlines import MANY, MOST_LED, Headline
from agents.data.match.answers.labels import chips, measure_label
from agents.data.match.answers.notes import Note, notes_of, told_counts, versions_told
from agents.data.match.answers.row_figures import COUNTS, points, real
from agents.data.match.compute.cut_rows import won_by
from agents.data.match.compute.frame import LENGTHS
from agents.data.match.compute.result_columns import SHARE_COLUMNS, told_columns
from agents.data.match.compute.statistics import FEW_GAMES, Interval, newcombe

LISTED = 3
_MOST_WARNED = 500  # rows of which the warnings are told in all languages


class Difference(NamedTuple):
    """The difference of two independent rates, a minus b, with its interval; all within -1 … 1."""

    a: str
    b: str
    difference: float
    interval: Interval


class Answer(NamedTuple):
    """What is said: the text, its one-line form, the warnings in it, and the rows' names.

    `names` follow the rows of the analysis; the text may put the row that was asked for first.
    """

    text: str
    headline: str
    warnings: tuple[str, ...]
    names: tuple[str, ...]
    difference: Difference | None


class Writer(Headline):
    """Owns the rendering of one analysis in one language, and the facts it may state."""

    def write(self, extra: tuple[str, ...] = (), stated: tuple[str, ...] = ()) -> Answer:
        """Return the checked answer; raises `Ungrounded`.

        `extra` are notes about the reading and the file, `stated` what they may state with
        numerals: words of the question, values, days, counted rows.
        """
        difference = self._difference()
        if not self._rows:
            body, headline = [self._nothing()], self._what
        elif not self._analysis.plan.groups:
            body, headline = self._single()
        else:
            body, headline = self._several(difference)
        in_order, notes = self._noted()
        computed = paragraphs(*body, " ".join(note.text for note in notes))
        text = paragraphs(computed, " ".join(extra))
        facts = self._facts(difference)
        facts.name(*stated)
        facts.check(text)
        facts.check(headline)
        return Answer(
            text,
            headline,
            tuple(note.text for note in notes if note.weakens),
            in_order,
            difference,
        )

    def warnings(self, language: Language) -> tuple[str, ...]:
        """Return what weakens the figures, as an answer in that language says it."""
        other = Writer(self._analysis, self._model, language, simulated=self._simulated)
        return tuple(note.text for note in other._noted()[1] if note.weakens)

    def _noted(self) -> tuple[tuple[str, ...], list[Note]]:
        """Return the names of the rows, in the order of the analysis, and the notes on them."""
        in_order = tuple(self._name(row) for row in self._analysis.rows)
        return in_order, notes_of(
            self._analysis, self._model, self._language, simulated=self._simulated, names=in_order,
            left_out=self._left_out,
        )  # fmt: skip

    def _nothing(self) -> str:
        """Say that there are no games, or that no row meets what was asked of it."""
        relaxed = self._analysis.relaxed
        if self._frame.skip and relaxed is None:
            return self._say("no_place", what=self._md, place=self._frame.skip + 1)
        if relaxed is None or not relaxed.dropped.has_thresholds:
            return self._say("no_rows", what=self._md)
        met = chips(relaxed.dropped, self._model, self._language)
        shown = quoted(
            as_text(", ".join(c.text for c in met if c.key != "measure")), self._language
        )
        label = self._group_label()
        return self._say("no_rows_met", what=self._md, dimension=label, condition=shown)

    def _single(self) -> tuple[list[str], str]:
        row = self._rows[0]
        values = self._values(row)
        if self._is_even():
            games = values["wins"]  # either side of each is counted, one of them won
            even = {"what": self._md, "games": games, "rate": values["rate"]}
            return [self._say("single_even", **even)], self._say("status_even", **even)
        lines = [self._say(f"single_{self._kind(row)}", what=self._md, **values)]
        drawn = self._model.has_draws and self._frame.draws != "exclude"
        if self._kind(row) in ("rate", "skill") and self._analysis.plan.mirror != "only":
            lines += [] if drawn else [self._verdict(row)]
        if self._analysis.plan.tells_game:
            lines += self._told(row)
        lines += self._met(row)
        return lines, self._say(f"status_{self._kind(row)}", what=self._what, **values)

    def _told(self, row: Row) -> list[str]:
        """Name the game: its day, and who won it."""
        names = self._analysis.names
        day = str(self._cell(row, "played_on")) if "played_on" in names else ""
        winner, loser = (self._shown_side(self._cell(row, one)) for one in ("winner", "loser"))
        key = "played_on" if day and day != "None" else ""
        if winner and loser:
            key = "told_on" if key else "told"
        if not key:
            return []
        return [self._say("game_" + key, day=day, winner=winner, loser=loser)]

    def _met(self, row: Row) -> list[str]:
        """Say whether the one row is as large or small as was asked."""
        frame = self._frame
        if not frame.has_thresholds:
            return []
        asked = [
            c.text
            for c in chips(frame.thresholds, self._model, self._language)
            if c.key != "measure"
        ]
        shown = quoted(as_text(", ".join(asked)), self._language)
        return [self._say("met" if self._meets(row) else "not_met", condition=shown)]

    def _shown_side(self, cell: Cell) -> str:
        dimension = self._model.dimensions[self._model.player or self._model.entity]
        return "" if cell is None else as_text(dimension.show(str(cell), self._language))

    def _is_even(self) -> bool:
        """Whether each game counts once as won and once as lost, so that the rate says nothing."""
        own = {f.dimension for f in self._frame.filters if f.side == "own"}
        alone = not any(self._model.dimensions[key].of_sides for key in own - {self._model.entity})
        whole = self._frame.measure == "win_rate" and not self._model.has_draws
        alone = alone and not self._model.of_one_view
        return self._analysis.plan.mirror == "only" and whole and alone

    def _verdict(self, row: Row) -> str:
        low, high = real(self._cell(row, "ci_low")), real(self._cell(row, "ci_high"))
        adjusted = self._adjusted(row)
        low, high = adjusted.interval if adjusted is not None else (low, high)
        name = "above" if low > 0.5 else "below" if high < 0.5 else "open"
        return self._say(f"verdict_{name}")

    def _several(self, difference: Difference | None) -> tuple[list[str], str]:
        lines = [self._head()]
        if self._frame.presentation == "table":
            lines.append(self._table())
        else:
            pairs = list(zip(self._rows, self._names, strict=True))
            led = self._frame.within is not None and len(pairs) <= MOST_LED
            if len(pairs) > MANY and not led:
                latest = self._analysis.plan.over_time and self._frame.order is None
                pairs = pairs[-LISTED:] if latest else pairs[:LISTED]
            listed = [
                self._say(f"row_{self._kind(r)}", name=n, **self._values(r)) for r, n in pairs
            ]
            lines.append(bullets(listed))
            if len(self._rows) > MANY and not led:
                rest = integer(len(self._rows) - LISTED, self._language)
                lines.append(self._say("more_rows", count=rest))
        lines += self._comparison(difference)
        items = ", ".join(
            self._say(f"brief_{self._kind(row)}", name=self._name(row), **self._values(row))
            for row in self._rows[:3]
        )
        if len(self._rows) > 3:
            items += ", …"
        return lines, self._say("status_rows", what=self._what, items=items)

    def _table(self) -> str:
        """Return the rows as a Markdown table; cell text cannot break out of its cell."""
        rate = "wins" in self._analysis.names
        heads = [self._group_label(), self._say("column_games")]
        keys = ["games"]
        if rate:
            heads += [self._say("column_wins"), self._say("column_win_rate"), self._say("interval")]
        elif self._frame.measure in LENGTHS:
            heads.append(measure_label(self._frame.measure, self._language))
            keys.append("time")
        elif self._frame.measure in SHARE_COLUMNS:
            heads += [measure_label(self._frame.measure, self._language), self._say("interval")]
            keys.append("rate")
        lines = ["| " + " | ".join(heads) + " |", "|---" + "|---:" * (len(heads) - 1) + "|"]
        for row, name in zip(self._rows, self._names, strict=True):
            values = self._values(row)
            cells = [name, *(str(values[key]) for key in keys)]
            if rate:
                cells += [str(values["wins"]), str(values["rate"])]
            if "low" in values:
                cells.append(f"{values['low']}–{values['high']}")
            lines.append("| " + " | ".join(cells) + " |")
        return "\n".join(lines)

    def _difference(self) -> Difference | None:
        """Compare two rows if their games are different games: other periods, maps, patches."""
        plan = self._analysis.plan
        if (
            plan.overlaps
            or len(self._rows) != 2
            or self._frame.measure != "win_rate"
            or len(plan.groups) != 1
        ):
            return None
        dimension = self._model.dimensions.get(plan.groups[0].dimension)
        if dimension is not None and dimension.of_sides:
            return None
        told = [*zip(self._rows, self._names, strict=True)]
        (a, name_a), (b, name_b) = (
            told if dimension is not None else told[::-1]
        )  # newer minus older
        rates = [real(self._cell(row, "win_rate")) for row in (a, b)]
        (won_a, of_a), (won_b, of_b) = (
            won_by(rate, self._cell(row, "games")) for rate, row in zip(rates, (a, b), strict=True)
        )
        interval = newcombe(won_a, of_a, won_b, of_b)
        return Difference(name_a, name_b, rates[0] - rates[1], interval)

    def _comparison(self, difference: Difference | None) -> list[str]:
        if self._frame.within is not None:
            return self._led()
        if self._analysis.plan.overlaps:
            return [self._say("periods_overlap")]
        if difference is not None:
            text = self._say(
                "difference",
                a=difference.a,
                b=difference.b,
                points=points(difference.difference, self._language),
                low=points(difference.interval.low, self._language),
                high=points(difference.interval.high, self._language),
            )
            name = "open" if difference.interval.contains(0) else "clear"
            return [f"{text} {self._say(f'difference_{name}')}"]
        if len(self._rows) == 2 and self._frame.measure == "win_rate":
            one, two = (
                Interval(real(self._cell(r, "ci_low")), real(self._cell(r, "ci_high")))
                for r in self._rows
            )
            return [self._say("overlap_yes" if one.overlaps(two) else "overlap_no")]
        return self._lead()

    def _led(self) -> list[str]:
        """Say in which groups the first cannot be told from the one behind it."""
        within = self._model.dimensions.get(str(self._frame.within))
        groups = [
            as_text(within.show(one, self._language) if within is not None else one)
            for one in self._analysis.unsure
        ]
        shown = ", ".join(groups[:MOST_LED]) + (" …" if len(groups) > MOST_LED else "")
        return [self._say("led_open", names=shown)] if groups else []

    def _lead(self) -> list[str]:
        """Say where the first of a ranking cannot be told from the second."""
        ranked = self._frame.order is not None and not self._analysis.unranked
        if (
            not ranked
            or self._frame.skip
            or len(self._rows) < 3
            or self._frame.measure not in ("win_rate", "loss_rate")
        ):
            return []
        first, second = (
            Interval(real(self._cell(r, "ci_low")), real(self._cell(r, "ci_high")))
            for r in self._rows[:2]
        )
        if not first.overlaps(second):
            return []
        return [self._say("lead_open", a=self._names[0], b=self._names[1])]

    def _facts(self, difference: Difference | None) -> Facts:
        """Collect what the result holds, cell by cell, and what was said in the question."""
        facts = Facts(self._language)
        facts.rate(0.95, 0.5)
        facts.count(
            FEW_GAMES,
            0,
            len(self._rows),
            max(0, len(self._rows) - LISTED),
            *told_counts(self._analysis, self._model).values(),
        )
        if self._frame.skip:  # the first and last place that were asked for
            facts.count(self._frame.skip + 1, self._frame.skip + len(self._rows))
        ends = self._analysis.cut.ends if self._analysis.cut is not None else ()
        for row in (*self._rows, *ends):
            for name, cell in zip(self._analysis.names, row, strict=True):
                if name in ("win_rate", *SHARE_COLUMNS, "ci_low", "ci_high"):
                    facts.rate(real(cell))
                elif name.endswith("_seconds"):
                    facts.time(real(cell))
                elif isinstance(cell, int) and name in COUNTS:
                    facts.count(cell)
        for row in self._rows:
            adjusted = self._adjusted(row)
            if adjusted is not None:
                facts.rate(adjusted.rate, *adjusted.interval)
                facts.count(adjusted.samples)
        if difference is not None:
            facts.rate(difference.difference, *difference.interval)
        if self._analysis.relaxed is not None:
            facts.count(self._analysis.relaxed.games)
        if (newest := self._analysis.newest) is not None:
            facts.count(newest.games, newest.asked)
            facts.name(newest.first, newest.last)
        facts.rate(*(bound.value for bound in self._frame.bounds if bound.figure == "rate"))
        for bound in (
            self._frame.having,
            self._frame.at_most,
            self._frame.limit,
            self._analysis.plan.least,
        ):
            if bound is not None:
                facts.count(bound)
        facts.name(
            *self._names, *(chip.text for chip in chips(self._frame, self._model, self._language))
        )
        facts.name(*self._left_out)
        if self._model.of_one_view:  # the column that tells whose rows these are
            facts.name(*(str(d.b or d.a) for d in self._model.dimensions.values()))
        facts.name(*self._led(), *versions_told(self._analysis, self._model))
        if self._analysis.plan.tells_game:
            told = [row[self._analysis.names.index(name)] for row in self._rows
                    for name in told_columns(self._model)]  # fmt: skip
            facts.name(*(str(cell) for cell in told if cell is not None))
        facts.name(self._what, self._inside(self._what))
        facts.name(*(self._name(row) for row in (*self._rows, *ends)))
        if self._analysis.cut is not None:
            facts.count(self._analysis.cut.in_all)
        return facts


def warnings_in(writer: Writer, answer: Answer) -> dict[str, list[str]]:
    """Return the warnings of an answer by language, for a summary in another than its own."""
    if len(answer.names) > _MOST_WARNED:
        return {}
    return {language: list(writer.warnings(language)) for language in LANGUAGES}
