"""What comes of a proposal is shown to the model that made it, before it is an answer."""

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from agents.data.agent.proposals.checking import ReadQuestion, in_own_words, objections, unlike
from agents.data.agent.proposals.prompt import cut
from agents.data.agent.proposals.proposal import Proposal
from agents.data.answer.answering import WrittenAnswer
from agents.data.query.operands import conjuncts, joined
from agents.data.query.query import Query
from app.errors import DeskError

Showing = Callable[[Query], Awaitable[WrittenAnswer]]
"""Computes a proposed query as it would be answered; raises `DeskError`."""
_ROWS: Final = 12
_COUNTED: Final = 4
_LONGEST: Final = 240  # characters of a cell, and of a headline
_MOST: Final = 4_000  # of all rows that are shown of a query
_CAME_OUT: Final = "This came of it. Say keep, if it is what was asked, or another query:"
_SEEN: Final = "This is what you wanted to see; say now what the question means:"


class Proposals:
    """Holds what a model proposes to a question, and what was shown of it.

    `shown` is the proposal that was shown last to be an answer, None where there is none;
    `doubted` says that the model answered otherwise since.
    """

    def __init__(self, asked: ReadQuestion, showing: Showing | None) -> None:
        self.shown: Proposal | None = None
        self.doubted = False
        self._asked = asked
        self._showing = showing
        self._warned: set[str] = set()

    def check(self, proposal: Proposal) -> Sequence[str]:
        """Return what is against a proposal: of a text that no row has, once."""
        if proposal.keep:
            return () if self.shown is not None else ["keep: nothing was shown that is an answer"]
        if proposal.look and self._showing is None:
            return ["look: no rows are shown here"]
        self.doubted = self.doubted or not (proposal.look or self._is_shown(proposal))
        found = objections(proposal, self._asked)
        if found or proposal.look:
            return found
        near = unlike(proposal, self._asked)
        strange = {one: why for one, why in near.items() if one not in self._warned}
        self._warned.update(strange)
        return [*strange.values()]

    async def show(self, proposal: Proposal) -> str:
        """Return what came of a proposal that stands; "" where it is kept, or none."""
        assert self._showing is not None
        query, model = proposal.query, self._asked.model
        if proposal.keep or not proposal.understood or query is None or self._is_shown(proposal):
            return ""
        came = []
        try:
            for one in (in_own_words(each, model) for each in (query, *proposal.also)):
                came.append(_came_of(await self._showing(one)))
                if (counted := _counted(one)) is not None:
                    came[-1]["counted"] = _came_of(await self._showing(counted))["first"]
        except DeskError as error:
            return f"cannot be computed: {error}"
        rows = [row for one in came for row in (*one["first"], *one.get("counted", ()))]
        seen = {cell for row in rows for cell in row}
        self._asked = self._asked._replace(known=self._asked.known | seen)
        if not proposal.look:
            self.shown, self.doubted = proposal, False
        told = json.dumps(came, ensure_ascii=False)
        return f"{_SEEN if proposal.look else _CAME_OUT}\n{told}"

    def _is_shown(self, proposal: Proposal) -> bool:
        shown = self.shown
        return shown is not None and (shown.query, shown.also) == (proposal.query, proposal.also)


def _counted(query: Query) -> Query | None:
    """Return some rows of those that a query's first figure is of; None where that is all."""
    if query.rows or query.compare is not None:
        return None
    own = [one.where for one in query.measures[:1] if one.where is not None]
    where = joined((*conjuncts(query.where), *own))
    found = Query(table=query.table, rows=True, where=where, limit=_COUNTED)
    return None if where is None else found


def _came_of(answered: WrittenAnswer) -> dict[str, Any]:
    """Return what a model is told of an answer; cells are those of the rows, not as they read."""
    computed, written = answered.computed, answered.written
    first: list[list[str]] = []
    room = _MOST
    for row in computed.rows[:_ROWS]:
        cells = [cut(str(cell), _LONGEST) for cell in row]
        room -= sum(map(len, cells))
        if room < 0 and first:
            break
        first.append(cells)
    return {
        "sentence": cut(written.what, _LONGEST), "headline": cut(written.headline, _LONGEST),
        "notes": [cut(one, _LONGEST) for one in written.notes],
        "columns": [cut(one) for one in written.labels], "rows": computed.total, "first": first,
    }  # fmt: skip
