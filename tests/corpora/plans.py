"""Who is asked what, as a language model plans it: recorded, then scored.

`python -m tests.corpora.plans record` puts each request to the model of BALANCE_DESK_MODEL and
keeps its reply beside those to questions; `… score` prints how many plans are the ones that are
meant, by rules alone, by the model alone, and by rules and the model where they leave a plan open.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from pydantic import BaseModel

from agents.models.config import ModelConfig
from agents.models.language_model import LanguageModel
from agents.orchestrator.model_planning import ModelPlanner
from agents.orchestrator.planning import Step, When, plan
from agents.orchestrator.routing import Router
from agents.registry import make
from app.connections.language_model import configured_model
from app.domain.cards import AgentCard, Skill
from app.errors import AgentRefused, DeskError
from app.profile.folder import default_folder
from tests.corpora.proposals import REPLIES, WAYS, Recorded, file_of, recorded
from transport.protocol.codec import card_from_wire

T = TypeVar("T", bound=BaseModel)


class MeantStep(NamedTuple):
    """Who is asked, and words that the question has to hold; the rest as in `Step`."""

    agent: str
    words: tuple[str, ...]
    after: tuple[int, ...] = ()
    when: When = "answered"
    approve: bool = False
    tries: int = 1
    until: str = ""

    def is_of(self, step: Step) -> bool:
        """Whether a step is this one."""
        said = step.text.casefold()
        return (
            step.agents == (self.agent,)
            and all(word.casefold() in said for word in self.words)
            and set(step.after) == set(self.after)
            and (not self.after or step.when == self.when)
            and step.approve == self.approve
            and step.tries == self.tries
            and step.until.casefold() == self.until.casefold()
        )


class Request(NamedTuple):
    """A request, and the plan that is meant; none where no agent can help."""

    text: str
    steps: tuple[MeantStep, ...]


REQUESTS: Final = (
    Request("Terran win rate per map, and how many errors are in app.log?",
            (MeantStep("data", ("Terran",)), MeantStep("logs", ("errors",)))),
    Request("Find the day with the most errors in app.log and show the win rates of that day",
            (MeantStep("logs", ("errors",)), MeantStep("data", ("win rates",), (1,)))),
    Request("If the logs agent cannot read server.log, open a ticket about it for operations",
            (MeantStep("logs", ("server.log",)),
             MeantStep("tickets", ("operations",), (1,), "failed"))),
    Request("Check app.log until it says ready, at most 3 times",
            (MeantStep("logs", ("app.log",), tries=3, until="ready"),)),
    Request("Write Mina a mail about the patch, but ask me before it is sent",
            (MeantStep("mail", ("Mina",), approve=True),)),
    Request("Please book me a flight to Lisbon", ()),
    Request("테란 승률과 app.log의 오류 수를 알려줘",
            (MeantStep("data", ("테란",)), MeantStep("logs", ("오류",)))),
    Request("app.log에서 오류가 가장 많은 날을 찾고 그날의 맵별 승률을 보여줘",
            (MeantStep("logs", ("오류",)), MeantStep("data", ("승률",), (1,)))),
    Request("server.log 분석이 실패하면 운영팀에 티켓을 만들어줘",
            (MeantStep("logs", ("server.log",)), MeantStep("tickets", ("티켓",), (1,), "failed"))),
    Request("민아에게 패치 안내 메일을 써줘, 보내기 전에 나한테 물어봐",
            (MeantStep("mail", ("메일",), approve=True),)),
    Request("오늘 저녁 뭐 먹을까?", ()),
    Request("tasa de victorias de Zerg y errores por hora en app.log",
            (MeantStep("data", ("Zerg",)), MeantStep("logs", ("errores",)))),
    Request("Busca el mes con más advertencias en app.log y luego las victorias de ese mes",
            (MeantStep("logs", ("advertencias",)), MeantStep("data", ("victorias",), (1,)))),
    Request("Cuenta los errores de app.log, los accesos fallidos de auth.log y escribe un correo a "
            "Inés con ambos resultados",
            (MeantStep("logs", ("app.log",)), MeantStep("logs", ("auth.log",)),
             MeantStep("mail", ("Inés",), (1, 2)))),
    Request("Repite hasta 4 veces el análisis de backup.log hasta que diga terminado",
            (MeantStep("logs", ("backup.log",), tries=4, until="terminado"),)),
)  # fmt: skip


def cards() -> dict[str, AgentCard]:
    """Return the cards of the agents that may be asked: two of the program, two of others."""
    others = {
        "mail": ("Write and send mail", "메일 편지 쓰기 보내기", "escribir y enviar correo"),
        "tickets": ("Open a ticket for operations", "운영팀 티켓 만들기",
                    "abrir un tique para operaciones"),
    }  # fmt: skip
    made = {name: card_from_wire(make(name)[0]) for name in ("data", "logs")}
    return made | {
        name: made["data"].model_copy(update={
            "name": name, "title": name, "description": f"The {name} agent.",
            "skills": tuple(Skill(skill_id=str(n), name=one) for n, one in enumerate(said)),
        }) for name, said in others.items()
    }  # fmt: skip


class _Kept(LanguageModel):
    """Keeps what a model says, before it is checked."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.replies: list[dict[str, Any]] = []
        self.problem = ""

    async def fill(
        self, shape: type[T], *, task: str, material: str = "",
        check: Callable[[T], Sequence[str]] | None = None,
        used: Callable[[Mapping[str, object]], None] | None = None,
    ) -> T:  # fmt: skip
        """Ask, and keep the answer."""

        def kept(answer: T) -> Sequence[str]:
            self.replies.append(answer.model_dump(mode="json", exclude_defaults=True))
            return check(answer) if check is not None else ()

        try:
            return await super().fill(shape, task=task, material=material, check=kept, used=used)
        except DeskError as error:
            self.problem = error.reason
            raise


class _Said(LanguageModel):
    """Says again what was recorded."""

    def __init__(self, told: Recorded) -> None:
        super().__init__(ModelConfig(kind="ollama", name=told.model))
        self._told = told

    async def fill(
        self, shape: type[T], *, task: str, material: str = "",
        check: Callable[[T], Sequence[str]] | None = None,
        used: Callable[[Mapping[str, object]], None] | None = None,
    ) -> T:  # fmt: skip
        """Return the first reply that stands the check as it is now."""
        for reply in self._told.replies:
            answer = shape.model_validate(reply)
            if check is None or not check(answer):
                return answer
        raise AgentRefused("no reply stands", key=self._told.problem or "model_unusable")


def outcome(steps: Sequence[Step], meant: Sequence[MeantStep]) -> str:
    """Return whether a plan is right, wrong, or not made; an open step is not made."""
    made = [one for one in steps if len(one.agents) == 1]
    if not made or len(made) != len(steps):
        return "right" if not meant else "not answered"
    fits = len(made) == len(meant) and all(
        one.is_of(step) for one, step in zip(meant, made, strict=True)
    )
    return "right" if fits else "wrong"


async def acts(request: Request, told: Recorded) -> dict[str, str]:
    """Return by way of planning what came of a request."""
    known = cards()
    rules = plan(request.text, Router(known), None)
    try:
        model = await ModelPlanner(_Said(told)).plan(request.text, known, "")
    except DeskError:
        model = []
    is_open = any(len(one.agents) != 1 for one in rules)
    both = model if is_open and model else rules
    return {
        way: outcome(steps, request.steps)
        for way, steps in zip(WAYS, (rules, model, both), strict=True)
    }


def key_of(request: Request) -> str:
    """Return what a request's replies are kept under."""
    return f"plans/{REQUESTS.index(request)}"


async def record(config: ModelConfig, folder: Path = REPLIES) -> None:
    """Put the requests that are not recorded yet to a model."""
    known = {(one.key, one.text) for one in recorded(folder) if one.model == str(config)}
    with file_of(str(config), folder).open("a", encoding="utf-8") as kept:
        for request in REQUESTS:
            if (key_of(request), request.text) in known:
                continue
            asked = _Kept(config)
            with suppress(DeskError):
                await ModelPlanner(asked).plan(request.text, cards(), "")
            if asked.problem not in ("", "model_unusable"):
                continue
            day = date.today().isoformat()  # noqa: DTZ011 (the day it is here)
            told = Recorded(key_of(request), request.text, str(config), day, asked.replies,
                            asked.problem)  # fmt: skip
            kept.write(json.dumps(told._asdict(), ensure_ascii=False) + "\n")


async def score(folder: Path = REPLIES) -> dict[str, Counter[str]]:
    """Return by way of planning how many plans are right, wrong and not made."""
    counts: dict[str, Counter[str]] = {way: Counter() for way in WAYS}
    of_key = {(key_of(one), one.text): one for one in REQUESTS}
    for told in recorded(folder):
        request = of_key.get((told.key, told.text))
        if request is not None:
            for way, act in (await acts(request, told)).items():
                counts[way][act] += 1
    return counts


def main(arguments: Sequence[str]) -> None:
    """Record or score; see the module."""
    if list(arguments) == ["record"]:
        config = configured_model(default_folder())
        if config is None:
            raise SystemExit("no model is configured: set BALANCE_DESK_MODEL")
        asyncio.run(record(config))
        return
    for way, counts in asyncio.run(score()).items():
        print(way, dict(counts))


if __name__ == "__main__":
    main(sys.argv[1:])
