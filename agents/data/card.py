"""The card of the data agent: what it can do, with questions in each language."""

from a2a.types import AgentCapabilities, AgentCard, AgentExtension, AgentSkill

from agents.data.analysis import Analyst
from agents.data.language import LANGUAGES, Language
from agents.data.replies import questions
from app.domain.cards import TASK_PER_REQUEST
from app.domain.messages import CHOICE_MEDIA_TYPE

VERSION = "0.1.0"
_NAMES = {"ko": "경기 데이터에 묻기", "en": "Ask the match table", "es": "Preguntar a la tabla"}
_ABOUT = {
    "ko": "승률, 경기 수, 승수, 경기 시간을 표본 수와 신뢰구간, 쿼리와 함께 답합니다.",
    "en": "Win rates, games, wins and game length, with counts, intervals and the query.",
    "es": "Tasas de victorias, partidas y duración, con recuentos, intervalos y consulta.",
}
_FIRST = {"ko": "승률 알려줘", "en": "Show me the win rate", "es": "Dime la tasa de victorias"}
_HELP = {"ko": "무엇을 할 수 있어?", "en": "What can you do?", "es": "¿Qué puedes hacer?"}


def card_of(analyst: Analyst | None, file: str) -> AgentCard:
    """Return the card; its example questions are made from the table's own values.

    `analyst` is None while the file has not been read.
    """
    return AgentCard(
        name="data",
        description=f"Answers questions about {file}.",
        version=VERSION,
        capabilities=AgentCapabilities(
            streaming=True,
            extensions=[
                AgentExtension(
                    uri=TASK_PER_REQUEST,
                    description="A parked task is answered by a new task that references it.",
                )
            ],
        ),
        default_input_modes=["text/plain", CHOICE_MEDIA_TYPE],
        default_output_modes=["text/markdown", "application/json", "application/sql"],
        skills=[_skill(analyst, language) for language in LANGUAGES],
    )


def _skill(analyst: Analyst | None, language: Language) -> AgentSkill:
    return AgentSkill(
        id=f"ask-{language}",
        name=_NAMES[language],
        description=_ABOUT[language],
        tags=[language, "data"],
        examples=[_FIRST[language], *_own(analyst, language), _HELP[language]],
    )


def _own(analyst: Analyst | None, language: Language) -> list[str]:
    if analyst is None or analyst.question is not None:
        return []
    return questions(analyst, language)
