"""Joins two answers and the window that compares them; the second is picked from a palette."""

import asyncio
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QLocale

from app.domain.conversations import AnswerEntry, Entry, RequestEntry
from gui.actions.palette import Palette, Pick
from gui.blocks.assembly import result_of, tables_of
from gui.blocks.origin import understood_as
from gui.blocks.result_data import ResultTable
from gui.charts.layout import axis_names
from gui.chat.context_menu import OfferGroup, RowOffer
from gui.compare.charts import chart_of, drawn_from, laid_over
from gui.compare.pairing import compare, in_order
from gui.compare.window import CompareWindow, Fact
from gui.notices.bar import Notice
from gui.sidebar.conversation_model import day
from gui.texts.messages import duration_words, first_line, state_phrase
from gui.texts.names import agent_label
from gui.texts.numbers import number
from gui.widgets.two_line_delegate import Line
from gui.workspace.workspace import Workspace

_HERE, _THERE, _OTHERS = 100, 10, 20
_LONGEST = 120


class ComparePresenter:
    """Owns the palette of results, which is made at its first use."""

    def __init__(self, space: Workspace) -> None:
        self._desk = space.desk
        self._conversation = space.conversation
        self._panes = space.panes
        self._window = space.window
        self._tasks = space.tasks
        self._action = space.actions["actionCompare"]
        self._palette: Palette | None = None
        self._action.triggered.connect(lambda: self._ask(None))
        space.panes.view.row_offers.append(RowOffer("compare", _compare_word, OfferGroup.GO_ON))
        space.panes.view.actionRequested.connect(self._act)
        space.conversation.stateChanged.connect(self._offer)
        self._offer()

    async def show(self, first: AnswerEntry, second: AnswerEntry) -> CompareWindow | None:
        """Compare two answers in a window of its own; None when one has no table."""
        tables = result_of(first.answer), result_of(second.answer)
        if tables[0] is None or tables[1] is None:
            return None
        comparison = await asyncio.to_thread(compare, tables[0], tables[1])
        said = [await self._question(entry) for entry in (first, second)]
        names = (f"1: {first_line(said[0], 40)}", f"2: {first_line(said[1], 40)}")
        charts = chart_of(first.answer), chart_of(second.answer)
        drawn = [chart for chart in charts if chart is not None]
        along = [name for chart in drawn for axis in "yx" for name in axis_names(chart, axis)]
        comparison = in_order(comparison, list(dict.fromkeys(along)))
        chart = None
        if not comparison.unlike:
            if charts[0] is not None and charts[1] is not None:
                chart = laid_over(charts[0], charts[1], names)
            chart = chart or drawn_from(comparison, names)
        window = CompareWindow(comparison, _facts((first, second), said), chart, self._window)
        window.show()
        return window

    def _act(self, position: int, action: str) -> None:
        entry = self._panes.view.model().entry(position)
        if action == "compare" and isinstance(entry, AnswerEntry):
            tables = [one for one in entry.parts if result_of(one.answer) is not None]
            self._ask(tables[0] if tables else None)

    def _ask(self, entry: AnswerEntry | None) -> None:
        if not self._tasks.closed:
            self._tasks.start(self._offer_others(entry))

    async def _offer_others(self, entry: AnswerEntry | None) -> None:
        found = await self._results()
        if entry is None:
            entry = self._current(found)
        others = [one for one in found if entry and _same(one) != _same(entry)]
        if entry is None or not others:
            self._panes.notices.show_notice(
                Notice(key="compare", words=_too_few, seconds=10, here=True)
            )
            return
        if self._palette is None:
            self._palette = Palette("comparePalette", self._window)
        picks = [await self._pick(entry, *other) for other in await self._told_once(others)]
        translate = QCoreApplication.translate
        asked = first_line(await self._question(entry), 60)
        title = translate("Compare", "Compare “{question}” with…").replace("{question}", asked)
        self._palette.open_with(title, translate("Compare", "Type a few letters of it"), picks)

    def _current(self, found: Sequence[AnswerEntry]) -> AnswerEntry | None:
        """Return the result that has the keyboard, else the newest one here."""
        here = self._panes.view.model().entry(self._panes.view.current_row("answer"))
        parts = here.parts if isinstance(here, AnswerEntry) else ()
        if with_table := [one for one in parts if result_of(one.answer) is not None]:
            return with_table[0]
        context = self._conversation.context_id
        return next((one for one in found if one.answer.context_id == context), None)

    async def _results(self) -> list[AnswerEntry]:
        """Return answers with tables, parts of answers among them: those here, newest first, then
        those of other talks. What another answer took the place of is none.
        """
        context = self._conversation.context_id
        found = list(await self._desk.answers(context, limit=_HERE)) if context else []
        others = [c for c in await self._desk.conversations() if c.context_id != context]
        others.sort(key=lambda c: c.updated_at, reverse=True)
        for conversation in others[:_OTHERS]:
            found += await self._desk.answers(conversation.context_id, limit=_THERE)
        standing = (entry for entry in found if entry.answer.replaced_by is None)
        parts = (one for entry in standing for one in entry.parts)
        return [one for one in parts if result_of(one.answer) is not None]

    async def _told_once(self, found: Sequence[AnswerEntry]) -> list[tuple[AnswerEntry, str]]:
        """Return answers with their questions; of those that say the same, the newest alone."""
        told: dict[tuple[str, str], list[ResultTable | None]] = {}
        kept = []
        for one in found:
            question, table = await self._question(one), result_of(one.answer)
            before = told.setdefault((one.answer.agent, question), [])
            if table not in before:
                kept.append((one, question))
                before.append(table)
        return kept

    async def _pick(self, first: AnswerEntry, second: AnswerEntry, question: str) -> Pick:
        answer = second.answer
        elsewhere = self._conversation.title_of(answer.context_id)
        if answer.context_id == first.answer.context_id:
            elsewhere = ""
        words = first_line(answer.text.replace("**", ""), _LONGEST)
        line = Line(
            first_line(question, _LONGEST),
            detail=" · ".join(filter(None, (agent_label(answer.agent), elsewhere, words))),
            aside=day(answer.ended_at or answer.started_at, QLocale()),
            icon="table",
        )
        return Pick(line, partial(self._open, second, first))

    def _open(self, first: AnswerEntry, second: AnswerEntry) -> None:
        # The older one first: a difference then says what has become of it.
        older, newer = sorted((first, second), key=lambda entry: entry.answer.started_at)
        self._tasks.start(self.show(older, newer))

    async def _question(self, entry: AnswerEntry) -> str:
        """Return the question as it was understood, else as it was said."""
        if said := understood_as(entry.answer):
            return said
        at = entry.position - 1
        for request in await self._desk.entries(entry.answer.context_id, at, at + 1):
            if isinstance(request, RequestEntry):
                return request.message.text
        return ""

    def _offer(self) -> None:
        self._action.setEnabled(self._panes.view.model().rowCount() > 0)


def _facts(entries: tuple[AnswerEntry, AnswerEntry], said: list[str]) -> list[Fact]:
    translate, locale = QCoreApplication.translate, QLocale()

    def of(name: str, texts: list[str]) -> Fact:
        return Fact(name, *texts)

    answers = [entry.answer for entry in entries]
    tables = [result_of(answer) for answer in answers]
    took = ["" if a.seconds is None else duration_words(a.seconds, locale) for a in answers]
    rows = [number(table.row_count, locale) if table else "" for table in tables]
    files = [f"{t.file} {t.sha256[:12]}".strip() if t else "" for t in tables]
    found = [
        of("", [translate("Compare", "First result"), translate("Compare", "Second result")]),
        of(translate("Compare", "Question"), [first_line(text, _LONGEST) for text in said]),
        of(translate("Compare", "Agent"), [agent_label(a.agent) for a in answers]),
        of(translate("Compare", "State"), [state_phrase(a) for a in answers]),
        of(translate("Compare", "Took"), took),
        of(translate("Compare", "Rows"), rows),
        of(translate("Compare", "Source"), files),
    ]
    return [fact for fact in found if fact.first or fact.second]


def _same(entry: AnswerEntry) -> tuple[str, str | None]:
    return entry.answer.turn_id, entry.answer.task_id


def _compare_word(entry: Entry) -> str:
    if not isinstance(entry, AnswerEntry) or not any(tables_of(entry.answer)):
        return ""
    return QCoreApplication.translate("Chat", "Co&mpare with another result…")


def _too_few() -> str:
    return QCoreApplication.translate(
        "Compare", "To compare, there must be two answers with a table."
    )
