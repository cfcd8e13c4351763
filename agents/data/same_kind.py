"""Games of two that have the same are mirrors: same-race games, 같은 차끼리, con el mismo coche."""

import re

from agents.answering.text.likely import Said, seldom
from agents.answering.text.normal import normalise
from agents.data.lexicon import Lexicon

_GAMES_EN = r"(?:games?|match(?:es|ups?)?|duels?|fights?|bouts?|battles?|sets?|races?)"
_GAMES_ES = r"(?:partid[ao]s?|duelos?|combates?|encuentros?|batallas?|peleas?|carreras?|sets?)"
_GAMES_KO = r"(?:경기|게임|판|대국|대결|매치|시합|승부|전)"
# Each names the kind that both sides share, once.
_FORMS = (
    (
        seldom(
            rf"\b(?:of\s|between\s)?(?:the\s)?same[\s-](?P<kind>[a-z]+)\s(?={_GAMES_EN}\b)", re.I
        ),
        "mirror ",
    ),
    (
        seldom(
            rf"(?<!\w)(?P<games>{_GAMES_EN}\s)(?:where\s|in\swhich\s|when\s)?(?:between\s|of\s|with\s|in\s)?"
            r"(?:(?:two\s|both\s)?(?:players|sides|drivers|teams|people)?\s?(?:both\s)?"
            r"(?:of|with|in|on|playing|using|driving|use[ds]?|play(?:ed|s)?|ha(?:ve|d)|dr[io]ve)\s)?"
            r"(?:the\s)?(?:same|identical|equal)\s(?P<kind>[a-z]+)\b",
            re.I,
        ),
        "mirror {games}",
    ),
    (
        seldom(
            rf"\b(?P<games>{_GAMES_ES}\s)(?:(?:que\s)?(?:hubo\s|se\s\w+\s))?(?:entre|con|de|en)\s"
            r"(?:dos\s)?(?:(?:el|la|los|las)\smism[oa]s?\s(?P<kind>[a-zñáéíóú]+)|"
            r"(?P<clase>[a-zñáéíóú]+)\s(?:iguales|id[eé]ntic[oa]s))\b",
            re.I,
        ),
        "{games}espejo ",
    ),
    (
        seldom(
            r"(?:서로\s)?(?:같은|동일한?|똑같은)\s(?P<kind>[가-힣a-z]+?)\s?끼리(?:의)?(?:\s?(?:붙은|"
            rf"맞붙은|만난|싸운|대결한|한))?\s?(?={_GAMES_KO})",
            re.I,
        ),
        "미러전 ",
    ),
)


def with_mirrors_named(text: str, lexicon: Lexicon) -> str:
    """Return a question with mirrors called so, where it says that both sides have the same.

    Of what the table compares only: two people of one country are no mirror of races.
    """
    text = Said.of(text)
    for form, mirrors in _FORMS:
        found = form.search(text)
        if found is None:
            continue
        said = found.groupdict()
        kind = said["kind"] or said.get("clase") or ""
        terms = lexicon.terms.get(normalise(kind), ())
        if any(t.kind == "dimension" and t.key == lexicon.model.entity for t in terms):
            put = mirrors.format(games=said.get("games") or "")
            return f"{text[: found.start()]}{put}{text[found.end() :].lstrip()}"
    return text
