"""What the chat agent itself says, in three languages."""

from typing import Final

from agents.data.language import Language

_WORDS: Final[dict[str, dict[Language, str]]] = {
    "thinking": {
        "ko": "생각하는 중",
        "en": "Thinking",
        "es": "Pensando",
    },
    "using": {
        "ko": "도구를 쓰는 중: {tool}",
        "en": "Using a tool: {tool}",
        "es": "Usando una herramienta: {tool}",
    },
    "left_out": {
        "ko": "숫자 {count}개를 {sign} 로 가렸습니다. 도구의 결과나 하신 말씀에 없는 숫자는"
        " 확인할 수 없어 보여 드리지 않습니다.",
        "en": "Numbers left out ({sign}): {count}. A number that is in no tool's result and in"
        " nothing you said cannot be checked, and is not shown.",
        "es": "Números omitidos ({sign}): {count}. Un número que no está en el resultado de"
        " ninguna herramienta ni en lo que usted dijo no se puede comprobar y no se muestra.",
    },
    "nothing": {
        "ko": "모델이 아무 답도 하지 않았습니다.",
        "en": "The model gave no answer.",
        "es": "El modelo no dio ninguna respuesta.",
    },
    "failed": {
        "ko": "모델이 답하지 못했습니다: {why}",
        "en": "The model could not answer: {why}",
        "es": "El modelo no pudo responder: {why}",
    },
    "done": {"ko": "답했습니다.", "en": "Answered.", "es": "Respondido."},
}


def chat_words(language: Language, key: str, **values: object) -> str:
    """Return one of the agent's own sentences."""
    return _WORDS[key][language].format(**values)
