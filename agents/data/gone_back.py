"""A message that only goes back to the answer before, or the first: go back, 되돌려줘, atrás."""

import re

_WORDS = (
    "back", "undo", "revert", "previous", "before", "earlier", "rewind", "restore",
    "되돌", "돌아", "이전", "아까", "전에", "취소", "원래", "뒤로", "직전",
    "atrás", "atras", "deshac", "deshaz", "anterior", "regres", "antes", "volv", "vuelv", "revert",
    "reviert",
)  # fmt: skip
_LEAD = (
    r"(?:(?:and|now|ok|okay|please|no|wait|hm+|actually|not that|let's|can you|can we|could you|"
    r"y|ahora|vale|mejor|espera|아니|아니야|음|그럼|잠깐)[\s,]+)*"
)
_LAST = r"(?:the |that |my )?(?:last |latest )?(?:change|step|one|thing|filter|edit|question|bit)"
_SHOWN = (
    r"(?:the |that )?(?:previous|last|earlier|prior|former)(?: (?:one|answer|view|result|question|"
    r"version|table|chart|state))?|(?:the )?(?:one|answer|view|result|table) before(?: (?:that|"
    r"this))?|"
    r"(?:what|how|where|the way) (?:we|it|i|you|things) (?:had|have|were|was)(?: it)?(?: before| "
    r"earlier)?|"
    r"before"
)
_EN = (
    rf"(?:go |going |step |take (?:me|us|it) |roll |switch |turn )?back(?: (?:one|a) step)?(?: "
    rf"to (?:{_SHOWN}))?|"
    rf"(?:undo|revert|rewind)(?: (?:it|that|this|{_LAST}))?(?: to (?:{_SHOWN}))?|take (?:that|"
    rf"it) back|"
    rf"(?:show (?:me )?)?(?:the )?previous (?:one|answer|view|result|table|version)(?: again)?|"
    r"(?:like|as) (?:it was )?before|restore (?:the )?(?:previous|last|earlier)(?: \w+)?"
)
_KO_GIVE = (
    r"(?:\s?(?:해|다시)?\s?(?:줘|주세요|봐|보여줘|가줘|가자|가|줄래|주라|보자|볼래|놔|"
    r"놔줘|해줘|할래|하자))*(?:요)?"
)
_KO = (
    rf"(?:다시 )?(?:되돌려|되돌리기|되돌아가|뒤로|뒤로 돌려){_KO_GIVE}|"
    rf"(?:바로 )?(?:이전|아까|직전|전|방금 전|좀 전|앞|조금 전)(?:\s?(?:거|것|걸|꺼|결과|답|질문|"
    rf"화면|상태|표|단계))?"
    rf"\s?(?:으로|로)(?: 다시)?(?:\s?(?:돌아가|되돌려|돌려|되돌아가))?{_KO_GIVE}|"
    rf"(?:방금|마지막|아까|지금)(?: (?:한|바꾼|건|꺼))?\s?(?:거|것|건|꺼|변경|조건|질문|"
    rf"필터)?(?:은|는|를|을)?\s?취소{_KO_GIVE}|"
    rf"취소(?:해)?{_KO_GIVE}|(?:다시 )?원래(?:대로|상태로|걸로|거로)?{_KO_GIVE}|아까처럼{_KO_GIVE}|"
    rf"(?:다시 )?(?:아까|전|이전)(?:으로|로) ?(?:돌아가|돌려){_KO_GIVE}"
)
_ES = (
    r"(?:vuelve|volver|volvamos|regresa|regresar|regresemos|ve|ir|da un paso|paso)?\s?(?:hacia "
    r")?(?:a|para )?(?:atras)|"
    r"(?:vuelve|volver|volvamos|regresa|regresar|regresemos|retrocede)"
    r"(?: (?:a|al) (?:lo|la|el)?\s?(?:anterior|de antes|respuesta anterior|resultado anterior|"
    r"que teniamos|"
    r"paso anterior|tabla anterior|pregunta anterior)(?: antes)?)?|"
    r"(?:vuelve|volver|volvamos|regresa|regresar) (?:a (?:lo|la|el)|al) (?:anterior|de antes|de "
    r"hace un momento)|"
    r"(?:deshaz|deshacer|deshazlo|deshacelo|revierte|revertir|cancela|cancelar|anula|"
    r"anular)(?:l[oa])?"
    r"(?: (?:eso|esto|lo ultimo|lo anterior|(?:el|la) ultim[oa] (?:cambio|paso|filtro|pregunta|"
    r"cosa)))?|"
    r"(?:como|igual que|lo de|lo de) antes|(?:el|la|lo) de antes|retrocede"
)
_BACK = re.compile(
    rf"{_LEAD}(?:{_EN}|{_KO}|{_ES})(?: (?:again|please|por favor|de nuevo|otra vez))*"
)


_FIRST_EN = (
    r"(?:(?:show|tell|give|repeat|redo|run|take)\s(?:me\s|us\s)?|(?:go\s|going\s)?back\sto\s|"
    r"what\swas\s)?(?:the\s|my\s)(?:very\s)?first\s(?:question|query|answer|result|thing)"
    r"(?:\s(?:(?:that\s)?i\s(?:asked|said)(?:\syou|\sabout)?|again))*"
)
_FIRST_ES = (
    r"(?:(?:repite|repiteme|muestra|muestrame|ensena|ensename|dame|vuelve a|volvamos a|volver a|"
    r"regresa a|cual era|cual fue)\s)?(?:otra vez\s|de nuevo\s)?"
    r"(?:(?:la|mi)\sprimera\s(?:pregunta|consulta|respuesta|cosa)|el\sprimer\sresultado|"
    r"lo\sprimero)(?:\s(?:que\s(?:te\s)?(?:pregunte|pedi|dije)|otra\svez|de\snuevo))*"
)
_FIRST_KO = (
    r"(?:제일\s|맨\s|가장\s)?(?:처음|첫|첫\s?번째|먼저)(?:에|으로)?"
    r"\s?(?:(?:물어본|물었던|물은|질문한|했던|한|나온|본|봤던)\s?)?"
    r"(?:거|것|걸|꺼|질문|답|대답|결과)(?:으로|로|을|를|은|는|이)?"
    rf"\s?(?:다시|또|한\s?번\s?더|돌아가|뭐였지|뭐였더라|보여|알려|말해)\S*{_KO_GIVE}"
)
_FIRST = re.compile(
    rf"{_LEAD}(?:{_FIRST_EN}|{_FIRST_KO}|{_FIRST_ES})"
    r"(?: (?:again|please|por favor|de nuevo|otra vez))*"
)
_FIRST_WORDS = ("first", "primer", "처음", "첫", "먼저")


def goes_to_first(text: str) -> bool:
    """Whether a normalised message asks for the first answer of the talk, and nothing else."""
    return any(word in text for word in _FIRST_WORDS) and _FIRST.fullmatch(text) is not None


def goes_back(text: str) -> bool:
    """Whether a normalised message asks for the answer before the last one, and nothing else."""
    return any(word in text for word in _WORDS) and _BACK.fullmatch(text) is not None
