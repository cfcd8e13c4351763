"""What the rival is said to be or to play: when the opponent plays Zerg, 상대가 저그일 때."""

from agents.answering.text.packs import word_set
from agents.data.match.model.column_names import RIVAL
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase

_SAYING = word_set(
    "is was are were be plays played playing play picks picked picking pick uses used using use "
    "runs ran brings brought chooses chose goes went has had with as a an the "
    "es era fue sea juega juegue jugo jugaba juegan usa use uso usaba lleva lleve llevo llevaba "
    "elige elija eligio va con un una el la los las 가 이 은 는"
)
_ASKED = ("which", "by_before", "each")
_NAMES = frozenset([*RIVAL, "rivals", "opponents", "rivales", "상대"])


def played_by_rival(phrase: Phrase, index: int, model: SemanticModel) -> int | None:
    """Return the place of what the noun of rivals at a place is said to play, or None."""
    if phrase[index].text not in _NAMES or phrase.key(index - 1) in _ASKED:
        return None
    if phrase.key(index + 1) == "by_after":
        return None
    verb = phrase.kind(index + 1) == "operator" and phrase[index + 1].text in _SAYING
    value = index + 1 + verb
    term = phrase.term(value)
    if term is None or term.kind != "value" or not model.has_rival(term.key):
        return None
    gap = phrase.text[phrase[index].end : phrase[value].start].split()
    return value if gap and set(gap) <= _SAYING else None
