"""What stands beside a name and says nothing more: 신우진 9단, GM Carlsen, the barcode lIlI."""

import re
from collections.abc import Iterator

from agents.answering.text.packs import word_set
from agents.data.lexicon import Term
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.scan import Span

_BEFORE = word_set(
    "gm im fm cm nm wgm wim wfm grandmaster mr mrs ms miss dr sir captain coach sensei maestro "
    "maestra don dona senor senora sr sra profe profesor profesora entrenador entrenadora capitan "
    "capitana 감독 코치 주장 사범 기사 선수 barcode barcodes account smurf nick handle tag guy "
    "dude cuenta 바코드 계정 아이디"
)
_AFTER = word_set(
    "감독 감독님 코치 코치님 사범 사범님 국수님 명인님 사부 사부님 주장 교수 九단 구단 초단 sensei"
)
_DEGREE = re.compile(r"(?:단|급|dan|kyu)(?:이랑|하고|과|이|은|의|을|도|한테|에게|만|님)?(?:은|는)?")
_OF_ROUNDS = word_set("bracket brackets side half 브래킷 브라켓 조 lado cuadro llave rama")
_OF_TEAMS = word_set(
    "이스포츠 e스포츠 게이밍 클랜 구단 프로게임단 esports gaming clan club fc cf afc 에프씨"
)
_PEOPLE = ("player", "opponent", "rival", "driver")  # of one's own log the rivals
_ROUNDS = ("round", "stage", "rating_band")
_UNSAID = ("unknown", "missing")
_NOTHING = (Term("stop", ""),)


def without_titles(spans: list[Span], model: SemanticModel) -> list[Span]:
    """Return the spans with the titles beside people's names as words that count for nothing.

    A word that the table has a meaning for is never one.
    """
    if all(span.kind not in _UNSAID for span in spans):
        return spans
    found = list(spans)
    for index, span in enumerate(spans):
        if span.kind == "value" and span.terms[0].key in _ROUNDS:
            for place in _beside(spans, index):
                found[place] = _idle(spans[place])
        if span.kind == "value" and model.dimensions[span.terms[0].key].of_sides:
            for place in _next_to(spans, index):
                found[place] = _idle(spans[place])
        if not _is_person(span, model):
            continue
        if index and spans[index - 1].kind in _UNSAID and spans[index - 1].text in _BEFORE:
            found[index - 1] = _idle(spans[index - 1])
        rest = spans[index + 1 : index + 3]
        if rest and rest[0].kind in _UNSAID and rest[0].text in _AFTER:
            found[index + 1] = _idle(rest[0])
        elif len(rest) > 1 and rest[0].number is not None and _is_degree(rest[1]):
            found[index + 1 : index + 3] = [_idle(rest[0]), _idle(rest[1])]
    return found


def _next_to(spans: list[Span], index: int) -> Iterator[int]:
    """Yield where the word is that says that a name is that of a team: 젠지 이스포츠."""
    if index + 1 < len(spans) and spans[index + 1].kind in _UNSAID:
        rest = spans[index + 1].text
        if rest in _OF_TEAMS or any(rest.startswith(one) for one in _OF_TEAMS if not one.isascii()):
            yield index + 1


def _beside(spans: list[Span], index: int) -> Iterator[int]:
    """Yield where the nouns of brackets beside the value at an index are: losers bracket."""
    before = index - 2 if index > 1 and spans[index - 1].text in ("de", "of") else index - 1
    for place in (before, index + 1):
        known = 0 <= place < len(spans) and spans[place].kind in _UNSAID
        if known and spans[place].text in _OF_ROUNDS:
            yield place


def _is_degree(span: Span) -> bool:
    return span.kind in _UNSAID and _DEGREE.fullmatch(span.text) is not None


def _is_person(span: Span, model: SemanticModel) -> bool:
    key = span.terms[0].key if span.kind == "value" else ""
    return key in model.dimensions and (key == model.player or key.partition("_")[0] in _PEOPLE)


def _idle(span: Span) -> Span:
    return span._replace(terms=_NOTHING, number=None, fraction=None)
