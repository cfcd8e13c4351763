"""What the log agent hands over: the answer, its figures, the query that gives them, a chart."""

from collections.abc import Sequence
from typing import Any

from agents.answering import artifacts
from agents.answering.engine import Row
from agents.answering.reporting import Reporter
from agents.answering.source import statement_text
from agents.answering.text.language import Language
from agents.logs.answers.overview import COLUMNS
from agents.logs.answers.sentences import say
from agents.logs.answers.writing import WrittenLogAnswer
from agents.logs.conversation import frame_value
from agents.logs.lines.store import OpenLog


class AnswerDelivery:
    """Owns the way of one answer about one log to whoever asked."""

    def __init__(self, reporter: Reporter, log: OpenLog, language: Language) -> None:
        self._reporter = reporter
        self._log = log
        self._language = language

    async def frame(self, *, title: str = "", assumptions: Sequence[str] = ()) -> None:
        """Hand over that the log as a whole is meant; it is what the conversation is about."""
        value = frame_value(
            file=self._log.table.look.path,
            tail=self._log.tail,
            language=self._language,
            title=title,
            assumptions=assumptions,
        )
        await self._reporter.add("frame", artifacts.json_part(value))

    async def answer(
        self,
        written: WrittenLogAnswer,
        sql: str,
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
                for name, kind in COLUMNS
            ],
            "rows": [list(row) for row in rows],
            "row_count": len(rows),
            "row_labels": list(written.names),
            "warnings": list(said),
            "source": {"file": source.name, "sha256": source.sha256, "rows": source.rows},
        }
        await self._reporter.add("result", artifacts.json_part(result))
        await self._reporter.add("query", artifacts.sql_part(statement_text(sql, source)))

    async def chart(self, chart: dict[str, Any] | None) -> None:
        """Hand over a chart, where there is one."""
        if chart is not None:
            await self._reporter.add("chart", artifacts.json_part(chart, artifacts.VEGA_LITE))
