"""The forms of verbs are made by the rules of their language."""

import pytest

from agents.data.language.lexicon import inflection
from agents.data.language.packs import packs


@pytest.mark.parametrize(
    ("language", "verb", "forms"),
    [
        ("ko", "쌓이다", {"쌓이", "쌓인", "쌓여", "쌓였"}),
        ("ko", "나오다", {"나온", "나와", "나왔"}),
        ("ko", "기록하다", {"기록한", "기록해", "기록했"}),
        ("ko", "오르다", {"오른", "올라", "올랐"}),
        ("ko", "흐르다", {"흘러", "흘렀"}),
        ("ko", "받다", {"받은", "받았"}),
        ("ko", "걸다", {"건", "걸었"}),
        ("es", "llegar", {"llega", "llegaban", "llego", "llegaron"}),
        ("es", "aparecer", {"aparece", "aparecio", "aparecido"}),
        ("es", "caer", {"cae", "cayo", "cayeron"}),
        ("es", "construir", {"construye", "construyeron"}),
        ("en", "appear", set()),  # whose endings make stems
    ],
)
def test_a_verb_has_its_forms(language: str, verb: str, forms: set[str]) -> None:
    made = [*inflection(language, packs())(verb)]
    assert made[0] == verb
    assert forms <= {*made}


def test_several_words_have_no_other_forms() -> None:
    assert [*inflection("es", packs())("inicio de sesión")] == ["inicio de sesión"]
