"""How often somebody died, said with the verb: died more than 5 times, murió menos de 3 veces."""

import re

from agents.answering.text.likely import Rewording
from agents.data.match.model.semantic_model import SemanticModel

_DEATHS = "deaths"
_MORE_KO = {"넘게": "초과", "보다 많이": "초과", "보다 적게": "미만"}


def _korean(found: re.Match[str]) -> str:
    compared = _MORE_KO.get(found["compared"], found["compared"])
    return f"{found['number']}데스 {compared}{'일 때' if found['when'] else '인'}"


_RULES = Rewording(
    (
        (
            re.compile(
                r"\b(?:dies|died|die|dying)\s(?P<compared>(?:no\s)?(?:more|less|fewer)\sthan|"
                r"at\s(?:least|most)|over|under)\s(?P<number>\d+)\stimes?\b",
                re.IGNORECASE,
            ),
            r"has \g<compared> \g<number> deaths",
        ),
        (
            re.compile(
                r"\b(?:muri[oó]|muere|muera|muriera|ha\smuerto|haya\smuerto)\s"
                r"(?P<compared>(?:no\s)?m[aá]s\sde|menos\sde|(?:al|por\slo)\smenos|"
                r"como\sm[aá]ximo)\s(?P<number>\d+)\sveces\b",
                re.IGNORECASE,
            ),
            r"tiene \g<compared> \g<number> muertes",
        ),
        (
            re.compile(
                r"(?P<number>\d+)\s?번\s?(?P<compared>이상|이하|미만|초과|넘게|보다\s(?:많이|적게))\s?"
                r"죽(?:은|는|었던|(?P<when>었을\s?때|을\s?때|으면))"
            ),
            _korean,
        ),
    )
)


def with_deaths(text: str, model: SemanticModel) -> str:
    """Return a question with deaths as the quantity that a table of them has."""
    return _RULES.put(text) if _DEATHS in model.quantities else text
