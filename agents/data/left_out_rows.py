"""Rows that a threshold leaves out become those that are kept: 20판 이하는 빼줘 is more than 20."""

import re

from agents.answering.text.likely import Rewording

UNITS_KO = r"(?:판|경기|게임|대국|번|회|승|국)"
_OUT_KO = (
    r"(?:(?:인|되는|하는)\s?(?:건|것은|거는|맵은|데는|곳은|애들은|선수는|행은)|인\s?것들은|"
    r"짜리는|은|는)?\s?"
    r"(?:빼|제외|제거|무시|지워|없애|걸러|날려)[가-힣]*(?:\s?(?:줘|주세요|줄래|봐))?"
)
_KO = {"이하": "초과", "미만": "이상", "이상": "미만", "초과": "이하"}
_KO_LEFT_OUT = re.compile(
    rf"(\d[\d,.]*\s?{UNITS_KO}\s?)(이하|미만|이상|초과)(?:인|의)?\s?{_OUT_KO}(?=$|[\s,.!?])"
)
# "Drop the ones under 60 games" keeps those of at least 60.
_OUT_EN = (
    r"(?:drop|exclude|excluding|ignore|ignoring|remove|removing|leave out|leaving out|hide|without|"
    r"skip|cut|discard)"
)
_OUT_ES = (
    r"(?:quita(?:r|ndo)?|excluye(?:ndo)?|excluir|sin|ignora(?:r|ndo)?|elimina(?:r|ndo)?|"
    r"descarta(?:r|ndo)?|fuera)"
)
_EN = {
    r"(?:fewer|less) than|under|below": "at least",
    r"(?:more|greater) than|over|above": "at most",
    r"at least": "fewer than",
    r"at most|no more than|up to": "more than",
}
_ES = {
    r"menos de|por debajo de": "al menos",
    r"mas de|más de|por encima de": "como maximo",
    r"al menos|como minimo|como mínimo": "menos de",
    r"como maximo|como máximo|no mas de|no más de": "mas de",
}
_NOUN_EN = r"(?:(?:the|any|all|those|ones?|[a-z]+)\s){0,3}?"
_NOUN_ES = r"(?:(?:el|la|los|las|que|tengan|tienen|[a-zñáéíóú]+)\s){0,3}?"
_NUMBER = r"(\d[\d.,]*k?)"
_GAMES_EN = r"(\s(?:games|matches|game|match|wins|battles))"
_GAMES_ES = r"(\s(?:partidas?|juegos?|partidos?|victorias?|batallas?|encuentros?))"
_LEFT_OUT = tuple(
    (
        re.compile(rf"\b{out}\s{noun}(?:with\s|con\s|de\s)?(?:{said})\s{_NUMBER}{games}\b", re.I),
        rf"{kept} \1\2",
    )
    for out, noun, games, pairs in (
        (_OUT_EN, _NOUN_EN, _GAMES_EN, _EN),
        (_OUT_ES, _NOUN_ES, _GAMES_ES, _ES),
    )
    for said, kept in pairs.items()
)
TURNS = Rewording(((_KO_LEFT_OUT, lambda f: f"{f[1]}{_KO[f[2]]}"), *_LEFT_OUT))
COMPARED_EN = "|".join(_EN)
COMPARED_ES = "|".join(_ES)


def kept_instead(text: str) -> str:
    """Return a question with what is left out by a threshold said as what is kept."""
    return TURNS.put(text)
