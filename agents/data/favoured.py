"""Whom a map favours, and whom it is bad for, is for whom it is best and worst."""

import re

from agents.answering.text.likely import turn

_GOOD_EN = r"(?:favou?rable|favou?red|beneficial|advantageous|friendly)"
_BAD_EN = r"(?:unfavou?rable|disadvantageous|punishing)"
_GOOD_ES = r"(?:favorable|ventajos[oa]|beneficios[oa]|propici[oa]|c[oó]mod[oa])s?"
_BAD_ES = r"(?:desfavorable|desventajos[oa]|perjudicial|inc[oó]mod[oa])(?:es|s)?"
_HELPS_ES = r"(?:favorec|benefici|convien)\w*"
_HURTS_ES = r"(?:perjudic|castig)\w*"
_TO_ES = r"(?:a(?:l|\slos|\slas|\sla)?|para(?:\slos|\slas|\sel|\sla)?)"


def _over(named: str) -> str:
    """Return "Terran over Zerg" as a matchup."""
    return re.sub(r"\sover\s", " against ", named, flags=re.IGNORECASE)


def _to(found: re.Match[str]) -> str:
    return f"{'mejor' if found['how'].casefold() != 'menos' else 'peor'} para "


def _from(found: re.Match[str]) -> str:
    return f"{'peor' if found['how'].casefold() != 'menos' else 'mejor'} para "


_FAVOUR = r"favou?r(?:s|ed|ing|ites)?|benefit(?:s|ed)?|suit(?:s|ed)?"
_EVEN = r"(?=\s|\?|$)"
TURNS = (
    turn(rf"\bmost\s{_GOOD_EN}\s(?:for|to|towards?)\b", "best for"),
    turn(rf"\b(?:least\s{_GOOD_EN}|most\s{_BAD_EN})\s(?:for|to|towards?)\b", "worst for"),
    turn(  # is Terran favoured against Zerg
        r"\b(?:is|are|was|were)\s(.{2,30}?)\s(?:the\s)?favou?r(?:ed|ites?)\s(?:against|vs\.?|versus|over)\s",
        r"\1 win rate against ",
    ),
    turn(  # Zerg-favoured maps
        r"\b(?:most\s)?(?!(?:most|more|least|less|is|are|the|which|what)\b)(\w+)"
        r"(?:-favou?r(?:ed|able|ing)|\sfavou?red)\s(?!(?:against|versus|vs|over|in|on|at|by|to)\b)(\w+)\b",
        r"best \2 for \1",
    ),
    turn(
        rf"\b(?:que\s)?(?P<how>m[aá]s|menos)\s(?:{_GOOD_ES}|(?:le\s|les\s)?{_HELPS_ES})\s{_TO_ES}\s",
        _to,
    ),
    turn(
        rf"\b(?:que\s)?(?P<how>m[aá]s|menos)\s(?:{_BAD_ES}|(?:le\s|les\s)?{_HURTS_ES})\s{_TO_ES}\s",
        _from,
    ),
    turn(  # does Arabia favour Franks: for nobody else, and not "more"
        r"^\W*(?:and\s|so\s)?(?:does|do|did)\s(?!(?:it|that|this|they|which|what|who)\b)(.{2,40}?)\s"
        r"(?:favou?r|benefit|suit)\s(.{2,40}?)\W*$",
        r"is \1 good for \2",
    ),
    turn(
        r"^\W*(?:y\s)?(?!(?:qu[eé]|qui[eé]n|cu[aá]l(?:es)?|a)\b)(.{2,40}?)\s(?:le\s|les\s)?"
        r"(?:favorece|beneficia|conviene)n?\sa\s(.{2,40}?)\W*$",
        r"tasa de victorias de \2 en \1",
    ),
    turn(r"(?<=[가-힣])(한테|에게|께)\s좋은(?=\s)", r"\1 유리한"),
    turn(
        rf"\b(?:{_FAVOUR})\s(\w+(?:\s(?:over|against|vs)\s\w+)?)\s(?:the\s)?(most|least)\b",
        lambda f: f"is {'best' if f[2].casefold() == 'most' else 'worst'} for {_over(f[1])}",
    ),
    turn(
        rf"\b(wh(?:ich|at)\s\w+)\s(?:{_FAVOUR})\s(\w+(?:\sover\s\w+)?){_EVEN}",
        lambda f: f"{f[1]} is best for {_over(f[2])}",
    ),
    turn(
        r"\b(?:favorece|favorecen|beneficia|benefician)(?:\s(m[aá]s|menos))?\s(?:a\s)?"
            r"(?:(?:los|las|la|el)\s)?(\w+)(?:\s(m[aá]s|menos))?\b(?!\s(?:contra|a)\b)",
        lambda f: f"es {'peor' if 'menos' in (f[1], f[3]) else 'mejor'} para {f[2]}",
    ),
)  # fmt: skip
