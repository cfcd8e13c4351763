"""What the chat agent itself says, in three languages."""

from typing import Final

from agents.answering.text.language import Language
from app.errors import DeskError

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
    "no_server": {
        "ko": "이번 답에는 쓸 수 없었습니다. {why}",
        "en": "Not used for this answer: {why}",
        "es": "Sin usar en esta respuesta: {why}",
    },
    "unanswered": {
        "ko": "{tool} 호출이 도중에 끊겨 답이 오지 않았습니다. {why} 그 호출이 무엇을 했는지는"
        " 알 수 없습니다.",
        "en": "{tool} was called and did not answer. {why} Nothing is known of what the call did.",
        "es": "Se llamó a {tool} y no respondió. {why} No se sabe qué llegó a hacer la llamada.",
    },
    "cut": {
        "ko": "답이 {tokens:,}토큰 한도에서 잘렸습니다. “계속”이라고 하시면 이어집니다.",
        "en": "The answer was cut at the {tokens:,} tokens it may have. Say “go on” for more.",
        "es": "La respuesta se cortó en los {tokens:,} tokens permitidos. Diga «sigue» para más.",
    },
    "unsaid": {
        "ko": "모델의 서버가 답의 끝을 알리지 않았습니다. 답이 중간에 끊겼을 수 있습니다.",
        "en": "The model's server did not say that the answer ends here: some may be missing.",
        "es": "El servidor del modelo no dijo que la respuesta acabe aquí: puede faltar una parte.",
    },
    "may_call": {
        "ko": "모델이 이 도구를 부르려 합니다. 무엇이든 할 수 있는 도구입니다. 허용할까요?",
        "en": "The model wants to call this. It may touch anything. Is it allowed?",
        "es": "El modelo quiere llamar a esto, que puede tocar cualquier cosa. ¿Se permite?",
    },
    "may_once": {"ko": "이번만 허용", "en": "Allow this call", "es": "Permitir esta llamada"},
    "may_always": {
        "ko": "이 도구를 항상 허용",
        "en": "Always allow this tool",
        "es": "Permitir siempre esta herramienta",
    },
    "may_no": {"ko": "거부", "en": "Refuse", "es": "Rechazar"},
    "done": {"ko": "답했습니다.", "en": "Answered.", "es": "Respondido."},
}

# What can go wrong with a model or a tool's server, by the key of the error.
_ERRORS: Final[dict[str, dict[Language, str]]] = {
    "model_key": {
        "ko": "{model}에는 키가 필요합니다. 설정에서, 또는 BALANCE_DESK_MODEL_KEY로 정하십시오.",
        "en": "{model} needs a key: set it in the preferences, or in BALANCE_DESK_MODEL_KEY.",
        "es": "{model} necesita una clave: indíquela en las preferencias o en"
        " BALANCE_DESK_MODEL_KEY.",
    },
    "model_timeout": {
        "ko": "{model} ({where}) 이 {seconds:g}초 안에 답하지 않았습니다.",
        "en": "{model} at {where} did not answer within {seconds:g} seconds.",
        "es": "{model} en {where} no respondió en {seconds:g} segundos.",
    },
    "model_budget": {
        "ko": "{model} 이 한 번의 답에 쓸 수 있는 {tokens:,}토큰을 넘으려 했습니다.",
        "en": "{model} would have used more than the {tokens:,} tokens of a turn.",
        "es": "{model} habría usado más de los {tokens:,} tokens de un turno.",
    },
    "model_refused": {
        "ko": "{model} ({where}) 이 상태 {status} 로 거절했습니다.",
        "en": "{model} at {where} refused with status {status}.",
        "es": "{model} en {where} lo rechazó con el estado {status}.",
    },
    "model_unreachable": {
        "ko": "{model} ({where}) 에 연결할 수 없습니다.",
        "en": "{model} at {where} cannot be reached.",
        "es": "No se puede llegar a {model} en {where}.",
    },
    "model_unusable": {
        "ko": "{model} 이 쓸 수 없는 답을 주었습니다.",
        "en": "{model} gave an answer that cannot be used.",
        "es": "{model} dio una respuesta que no se puede usar.",
    },
    "mcp_timeout": {
        "ko": "MCP 서버 {server} 가 {seconds:g}초 안에 답하지 않았습니다.",
        "en": "The MCP server {server} did not answer within {seconds:g} seconds.",
        "es": "El servidor MCP {server} no respondió en {seconds:g} segundos.",
    },
    "mcp_gone": {
        "ko": "MCP 서버 {server} 가 끝났습니다.",
        "en": "The MCP server {server} has ended.",
        "es": "El servidor MCP {server} ha terminado.",
    },
    "mcp_unreachable": {
        "ko": "MCP 서버 {server} 에 연결할 수 없습니다: {said}",
        "en": "The MCP server {server} cannot be reached: {said}",
        "es": "No se puede llegar al servidor MCP {server}: {said}",
    },
    "mcp_unusable": {
        "ko": "MCP 서버 {server} 의 답을 쓸 수 없습니다.",
        "en": "The MCP server {server} gave an answer that cannot be used.",
        "es": "El servidor MCP {server} dio una respuesta que no se puede usar.",
    },
    "no_mcp": {
        "ko": "MCP 서버에는 balance-desk[mcp] 가 필요합니다.",
        "en": "MCP servers need the extra: install balance-desk[mcp].",
        "es": "Los servidores MCP necesitan balance-desk[mcp].",
    },
}


def error_words(language: Language, error: DeskError) -> str:
    """Return what went wrong; an error that has no words here speaks for itself, in English."""
    words = _ERRORS.get(error.reason)
    return str(error) if words is None else words[language].format(**error.details)


def chat_words(language: Language, key: str, **values: object) -> str:
    """Return one of the agent's own sentences."""
    return _WORDS[key][language].format(**values)
