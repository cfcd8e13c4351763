"""The plan of one request to the log agent: each step told, done, kept, or taken over."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from agents.answering.reporting import Reporter
from agents.answering.step_report import StepReport
from agents.answering.text.language import Language
from agents.logs.answers.sentences import say
from agents.logs.lines.store import LogStore
from agents.shared_storage import SharedStorage
from agents.storage.records import Result
from agents.tools.registry import ToolRegistry

ANALYSE: Final = ("read", "detect", "parse", "analyse", "summarise")
ANSWER: Final = ("read", "parse", "understand", "query", "answer")
_PROGRESS_SECONDS = 1.0


class LogSteps:
    """Owns the plan, and the run in which what each step made is kept.

    A run that is tried again from a step, or goes on after a kill, has the outputs of the steps
    before: those are taken over and not made again.
    """

    def __init__(
        self,
        *,
        storage: SharedStorage,
        tools: ToolRegistry,
        store: LogStore,
        reporter: Reporter,
        language: Language,
    ) -> None:
        self.storage = storage
        self._tools = tools
        self._store = store
        self._reporter = reporter
        self._report = StepReport(storage, reporter, self._shape)
        self._language = language
        self._plan: Sequence[str] = ()
        self._over: dict[int, Result] = {}

    @property
    def begun(self) -> bool:
        """Whether there is a run."""
        return self.storage.context["session_id"] is not None

    def begin(self, asked: str, plan: Sequence[str], origin: Mapping[str, str]) -> None:
        """Begin a run of that plan; one that is tried again keeps what it has of the same plan."""
        self._plan = plan
        named = [say(self._language, f"plan_{one}") for one in plan]
        if not self.begun:
            self.storage.start_session(asked, named, origin=origin)
        elif self.storage.context["current_plan"] == named:
            done = (one for one in self.storage.get_results() if one["status"] == "success")
            self._over = {one["step"]: one for one in done}
            self._report.takes_up()
        else:
            # Read otherwise than before: nothing of the old plan fits.
            self.storage.start_session(asked, named, origin=origin)

    def _shape(self) -> dict[int, dict[str, Any]]:
        """Each step waits for the one before."""
        return {number: {"after": [number - 1]} for number in range(2, len(self._plan) + 1)}

    async def begins(self, name: str) -> None:
        """Say that a step of the plan begins."""
        words = {"number": str(self._number(name)), "total": str(len(self._plan))}
        words["name"] = say(self._language, f"plan_{name}")
        await self._report.working(say(self._language, "step", **words))

    def has(self, name: str) -> bool:
        """Whether a step was done in the run that is tried again."""
        return self._number(name) in self._over

    async def tool(self, name: str, tool: str, action: str, given: Mapping[str, Any]) -> Any:
        """Do a step with a tool, unless it was done so before, and return its output."""
        number = self._number(name)
        over = self._over.get(number)
        if over is not None and over["input"] == given:
            return over["output"]
        await self.begins(name)
        return await self._tools.step(self.storage, tool, action, given, plan_step=number)

    def own(self, name: str, given: Any, output: Any, started: float) -> None:
        """Keep what this agent itself made in a step that began at that monotonic time."""
        self.storage.add_result(
            executor="logs",
            executor_type="agent",
            action=name,
            input_data=given,
            output=output,
            plan_step=self._number(name),
            seconds=time.monotonic() - started,
        )

    def done(self, name: str) -> None:
        """Go on to the step after this one, unless it is the last or the run stands there."""
        number = self._number(name)
        if self.storage.context["current_step"] == number < len(self._plan):
            self.storage.advance_step()

    def _number(self, name: str) -> int:
        return self._plan.index(name) + 1

    @asynccontextmanager
    async def progress(self, given: Mapping[str, Any]) -> AsyncIterator[None]:
        """Tell every second how much of the file has been read."""

        async def tell() -> None:
            name = say(self._language, "plan_parse")
            while True:
                await asyncio.sleep(_PROGRESS_SECONDS)
                found = self._store.share(given["file"]["path"], given["tail"])
                if found is not None:
                    percent = str(int(found.share * 100))
                    words = {"name": name, "percent": percent, "lines": found.lines}
                    await self._reporter.working(say(self._language, "progress", **words))

        telling = asyncio.create_task(tell())
        try:
            yield
        finally:
            telling.cancel()
            await asyncio.wait([telling])

    async def ended(self, text: str, *, status: str = "completed") -> None:
        """Show the steps as they stand at the end, and end the run."""
        await self._report.show(ended=True)
        self.storage.complete_session(text, status=status)

    async def failed(self, reason: str) -> str:
        """End the run, if there is one, as failed; return the reason with the step it names."""
        if not self.begun:
            return reason
        step = self.storage.context["current_step"]
        name = self.storage.context["current_plan"][step - 1]
        values = {"number": str(step), "name": name, "reason": reason}
        reason = say(self._language, "failed_step", **values)
        await self.ended(reason, status="failed")
        return reason

    def broke_off(self) -> None:
        """End the run, if there is one, as canceled."""
        if self.begun:
            self.storage.complete_session("", status="canceled")
