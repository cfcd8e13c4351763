"""What the log agent hands over: the answer, its figures, the query that gives them, a chart."""

from collections.abc import Sequence
from typing import Any

from agents.answering import artifacts
from agents.answering.engine import Row
from agents.answering.reporting import Reporter
from agents.answering.text.language import Language
from agents.logs.answers.answers import Written
from agents.logs.answers.query import Query
from agents.logs.answers.sentences import say
from agents.logs.conversation import frame_value
from agents.logs.lines.store import OpenLog
from agents.logs.question.frame import LogFrame


class Delivery:
    """Owns the way of one answer about one log to whoever asked."""

    def __init__(self, reporter: Reporter, log: OpenLog, language: Language) -> None:
        self._reporter = reporter
        self._log = log
        self._language = language

    async def frame(
        self,
        frame: LogFrame | None,
        *,
        title: str = "",
        labels: Sequence[tuple[str, str]] = (),
        assumptions: Sequence[str] = (),
        kept: bool = False,
    ) -> None:
        """Hand over how the question was understood; the log is what the conversation is about."""
        value = frame_value(
            file=self._log.table.look.path,
            tail=self._log.tail,
            frame=frame,
            language=self._language,
            title=title,
            labels=labels,
            assumptions=assumptions,
            kept=kept,
        )
        await self._reporter.add("frame", artifacts.json_part(value))

    async def answer(
        self,
        written: Written,
        query: Query,
        rows: Sequence[Row],
        said: Sequence[str],
        heading: str,
    ) -> None:
        """Hand over the words, the rows, and the SQL by which anybody gets the same rows."""
        source = self._log.table.engine.source
        await self._reporter.stream(written.text)
        result = {
            "title": heading,
            "columns": [
                {"name": name, "type": kind, "label": say(self._language, f"column_{name}")}
                for name, kind in query.columns
            ],
            "rows": [list(row) for row in rows],
            "row_count": len(rows),
            "row_labels": list(written.names),
            "warnings": list(said),
            "source": {"file": source.name, "sha256": source.sha256, "rows": source.rows},
        }
        await self._reporter.add("result", artifacts.json_part(result))
        view = "".join(c if c.isprintable() else "\ufffd" for c in self._log.table.view())
        how = _how_to_read(self._log)
        sql = f"-- DuckDB. `lines` is the loaded file{how}: {view}\n{query.sql}\n"
        await self._reporter.add("query", artifacts.sql_part(sql))

    async def chart(self, chart: dict[str, Any] | None) -> None:
        """Hand over a chart, where there is one."""
        if chart is not None:
            await self._reporter.add("chart", artifacts.json_part(chart, artifacts.VEGA_LITE))


def _how_to_read(log: OpenLog) -> str:
    """Return in a few words what DuckDB does not do by itself."""
    look = log.table.look
    found = []
    if look.compressed:
        found.append("unpack it first")
    if look.encoding not in ("utf-8", "utf-8-sig"):
        found.append(f"turn it from {look.encoding} into UTF-8 first")
    if log.tail:
        found.append(f"only its last {log.tail} bytes, from the next line on")
    return f" ({'; '.join(found)})" if found else ""
