"""Finds the places of words in the open conversation: in its texts, its tables and its pages."""

import asyncio
import html
import re
from collections.abc import Container, Iterator, Sequence

from app.domain.conversations import Entry
from gui.blocks.assembly import answer_texts, shown_table
from gui.blocks.base import FINDINGS, BlockOrder, Place, in_part
from gui.blocks.markdown import definitions, split, to_html
from gui.blocks.profile.reading import page_has_words, profile_of
from gui.blocks.result_data import folded
from gui.blocks.result_model import count_words
from gui.blocks.scope import locale_of
from gui.chat.model import PAGE
from gui.texts.messages import ending_phrase, typed_text
from gui.texts.plain import unmarked
from gui.workspace.find_bar import Found
from gui.workspace.workspace import Workspace

_LIMIT = 1000
_PAGES = 40
"""So many pages of rows, the newest, are looked through; of the others, those with texts that the
desk knows to have the words."""

_TAG = re.compile(r"<(/?)(\w+)[^>]*>")
_INLINE = frozenset({"a", "code", "del", "em", "s", "span", "strong"})


class Searching:
    """Owns the find bar's questions to the desk."""

    def __init__(self, space: Workspace) -> None:
        self._desk = space.desk
        self._conversation = space.conversation
        self._panes = space.panes
        self._tasks = space.tasks
        self._context: str | None = None
        self._query = ""
        space.panes.find.searched.connect(self._search)
        space.panes.find.reached.connect(space.panes.view.seeking.reach)
        space.panes.find.closed.connect(lambda: self._search(""))
        space.conversation.shownChanged.connect(self._left)

    def _left(self) -> None:
        if self._conversation.context_id != self._context:
            self._context = self._conversation.context_id
            self._panes.find.leave()

    def _search(self, query: str) -> None:
        self._query = query
        self._panes.view.seeking.mark(query)
        self._tasks.start(self._find(query, self._conversation.context_id))

    async def _find(self, query: str, context_id: str | None) -> None:
        """Tell the bar of places, the newest at once, as long as they are asked for."""
        found: list[Found] = []
        if query and context_id is not None:
            hits = await self._desk.find(query, limit=_LIMIT)
            known = {hit.position for hit in hits if hit.context_id == context_id}
            stop = await self._desk.entry_count(context_id)
            for page, start in enumerate(range(stop - PAGE, -PAGE, -PAGE)):
                rows = range(max(0, start), start + PAGE)
                if page >= _PAGES and known.isdisjoint(rows):
                    continue
                entries = await self._desk.entries(context_id, rows.start, rows.stop)
                here = await asyncio.to_thread(places_in, entries, query, known)
                if (query, context_id) != (self._query, self._conversation.context_id):
                    return
                if here and not found:
                    self._panes.find.show_places(query, here)
                found = [*here, *found]
        self._panes.find.show_places(query, found)


def places_in(
    entries: Sequence[Entry], query: str, known: Container[int | None] = ()
) -> list[Found]:
    """Return where some entries have the words, and how often; a row that is only `known` to have
    them somewhere is one place.
    """
    found = []
    for entry in entries:
        here = [
            Found(entry.position, place, count) for place, count in _counted(entry, query) if count
        ]
        if not here and entry.position in known:
            here = [Found(entry.position, None, 1)]
        found += sorted(here)
    return found


def _counted(entry: Entry, query: str) -> Iterator[tuple[Place, int]]:
    """Yield how often each block of an entry, unfolded, has the words."""
    words = folded(query)
    if entry.kind == "request":
        yield Place(0, BlockOrder.PROSE), folded(typed_text(entry.message)).count(words)
        return
    answer = entry.answer
    parts = [answer.own, *answer.parts]
    whole = frozenset(in_part(part, FINDINGS) for part in range(len(parts)))
    for place, text in answer_texts(answer, whole).items():
        yield place, folded(_read(text)).count(words) if words in folded(unmarked(text)) else 0
    yield Place(0, BlockOrder.NOTICE), folded(ending_phrase(answer.own)).count(words)
    asked = answer.own.question.text if answer.own.question is not None else ""
    yield Place(0, BlockOrder.QUESTION), folded(unmarked(asked)).count(words)
    for part, one in enumerate(parts):
        table, page = shown_table(one), profile_of(one)
        if table is not None and table.rows:
            yield Place(part, BlockOrder.TABLE), count_words(table, query, locale_of(one))
        if page is not None:
            yield Place(part, BlockOrder.PROFILE), int(page_has_words(page, query))


def _read(markdown: str) -> str:
    """Return Markdown as it is read: a line for each piece that words cannot go over the end of."""
    references = definitions(markdown)
    return "\n".join(
        one.source if one.code else html.unescape(_TAG.sub(_gap, to_html(one.source, references)))
        for one in split(markdown)
    )


def _gap(tag: re.Match[str]) -> str:
    return "" if tag[2] in _INLINE else "\n"
