"""Makes the log agent: its card, and its executor once the host's history is there."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from a2a.server.agent_execution import AgentExecutor
from a2a.types import AgentCapabilities, AgentCard, AgentSkill

from agents.answering.extensions import task_per_request
from agents.answering.history import TaskHistory
from agents.answering.text.language import LANGUAGES, Language
from agents.logs.columns.own_formats import own_formats
from agents.logs.conversation import AS_VALUES
from agents.logs.executor import LogExecutor
from agents.tools.settings import allowed_folders
from app.domain.messages import (
    ANY_FILE,
    CHOICE_MEDIA_TYPE,
    LOG_MEDIA_TYPE,
    TABLE_MEDIA_TYPES,
)
from app.errors import BadFile
from app.profile.settings import read_file

if TYPE_CHECKING:
    from agents.data.agent.proposals.asking import ConsultingOf

VERSION = "0.1.0"
_NAMES = {"ko": "로그 분석", "en": "Analyse logs", "es": "Analizar registros"}
_ABOUT = {
    "ko": "로그 파일을 단계별로 읽고, 수준·추이·급증·공백·출처와 질문의 답을 쿼리와 함께 "
    "보여 줍니다.",
    "en": "Reads a log file step by step: levels, rates, bursts, gaps, sources; answers with the "
    "query.",
    "es": "Lee un registro paso a paso: niveles, ritmo, ráfagas, huecos, orígenes; responde con la "
    "consulta.",
}
_NAMED = "auth.log"
_EXAMPLES: dict[Language, tuple[str, ...]] = {
    "ko": (
        f"{_NAMED} 파일 읽어서 분석해줘",
        "인증 실패는 몇 번?",
        "오류를 시간별로 보여줘",
        "경고가 있었어?",
    ),
    "en": (
        f"Analyse {_NAMED}",
        "Which three hosts failed most?",
        "How many errors per hour?",
        "Were there warnings?",
    ),
    "es": (f"Analiza {_NAMED}", "¿Cuántos errores hay?", "Advertencias por hora"),
}

_TAGS: dict[Language, tuple[str, ...]] = {
    "ko": ("오류", "에러", "경고", "장애", "예외", "접속", "서버 로그"),
    "en": ("errors", "warnings", "outages", "exceptions", "failed logins", "log lines"),
    "es": ("errores", "advertencias", "caídas", "excepciones", "accesos fallidos", "servidor"),
}


def make(
    *,
    table: Path | None,
    as_of: date | None,
    profile: Path | None,
    consulting: "ConsultingOf | None" = None,
) -> tuple[AgentCard, Callable[[TaskHistory], AgentExecutor]]:
    """Return the card and a maker.

    `table` is the log file, or the folder of them, that may be read and nothing else, and is meant
    where a question names none; without it those in the folders of the settings may be, or where
    those name none, in the working folder and the home. `consulting` puts questions to a
    language model. Raises `BadFile` if it is not there.
    """
    if table is None:
        named = allowed_folders(profile) if profile is not None else []
        places, default = named or [Path.cwd(), Path.home()], None
    else:
        given = table.expanduser().absolute()
        if not given.exists():
            raise BadFile(f"There is no file {given}.", key="file_missing", file=str(given))
        places, default = [given], given
    formats = own_formats(read_file(profile)) if profile is not None else []
    runs = profile / "runs" if profile is not None else None

    def executor(history: TaskHistory) -> AgentExecutor:
        return LogExecutor(
            places=places,
            history=history,
            default=default,
            runs=runs,
            as_of=as_of,
            formats=formats,
            consulting=consulting,
        )

    return _card(default), executor


def _card(default: Path | None) -> AgentCard:
    about = f"Reads {default.name}" if default is not None else "Reads log files"
    return AgentCard(
        name="logs",
        description=f"{about} step by step and answers questions about the lines.",
        version=VERSION,
        capabilities=AgentCapabilities(
            streaming=True,
            extensions=[task_per_request()],
        ),
        default_input_modes=[
            "text/plain",
            CHOICE_MEDIA_TYPE,
            LOG_MEDIA_TYPE,
            TABLE_MEDIA_TYPES[".jsonl"],
            ANY_FILE,
            *AS_VALUES,
        ],
        default_output_modes=["text/markdown", "application/json", "application/sql"],
        skills=[
            AgentSkill(
                id=f"logs-{language}",
                name=_NAMES[language],
                description=_ABOUT[language],
                tags=[language, "logs", *_TAGS[language]],
                examples=[
                    one.replace(_NAMED, default.name) if default is not None else one
                    for one in _EXAMPLES[language]
                ],
            )
            for language in LANGUAGES
        ],
    )
