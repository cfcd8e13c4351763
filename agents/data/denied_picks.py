"""What one does not play is left out: when not playing Zerg, 저그 아닐 때, cuando no usa Zerg."""

from agents.answering.text.likely import turn

_PLAY_EN = r"(?:play(?:s|ed|ing)?|us(?:es?|ed|ing)|pick(?:s|ed|ing)?|on|with|as)"
_WHO_EN = r"(?:he|she|they|it|i|we|you)(?:['’](?:s|re|m))?"
_NOT_EN = r"(?:(?:is|are|am|was|were)\s)?(?:not|isn['’]?t|aren['’]?t|wasn['’]?t|weren['’]?t)"
_DID_EN = r"(?:does|do|did)(?:\snot|n['’]?t)"
# But not with fewer games than some.
_NO_NUMBER = r"(?!(?:(?:with|as|at|in|con|al|m[aá]s|menos|more|less|fewer|over|under)\s)?\d)"
TURNS = (
    turn(
        rf"\bwhen\s(?:{_WHO_EN}\s)?(?:{_NOT_EN}|{_DID_EN})\s{_PLAY_EN}\s{_NO_NUMBER}(?=\w)",
        "without ",
    ),
    turn(
        r"\b(?:cuando|si)\sno\s(?:(?:es|era|va|voy|est[aá])\s(?:con\s)?|"
        r"(?:jueg|jug|us|utiliz|llev|elig|eleg)\w+\s(?:con\s|a\s)?)"
        rf"{_NO_NUMBER}(?=\w)",
        "sin ",
    ),
    turn(
        r"(?<=[\w)])(?:이|가|을|를)?\s?(?:안\s(?:할|쓸|고를|했을|썼을)|아닐|아니었을)\s(?:때|경우)"
        r"(?:에|의|에는|는|만)?",
        " 빼고",
    ),
)  # fmt: skip
