"""Texts are found by any part of themselves, and the excerpt shows the part."""

import unicodedata

from hypothesis import example, given
from hypothesis import strategies as st

from app.conversations.store.search_text import EXCERPT_LENGTH, excerpt, fold_query, fold_text

texts = st.text(st.characters(codec="utf-8"), max_size=300)
words = st.text(alphabet="abcÁéñßﬁ승률테란１％ ", min_size=1, max_size=30)


@given(texts)
@example("İstanbul ǰ ﬁ ½ ㈱ 각")
def test_folding_again_a_composed_text_in_other_case_changes_nothing(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    assert fold_text(unicodedata.normalize("NFD", composed)) == fold_text(composed)
    assert fold_text(composed) == "".join(fold_text(char) for char in composed)


@given(texts, words.filter(str.strip), texts)
@example("x" * 9000, "Nadel", "y" * 9000)
@example("ﬁ" * 5000, "승률", "")
@example("", "끝", "")
def test_the_excerpt_shows_what_was_looked_for(before: str, word: str, after: str) -> None:
    text = f"{before} {word} {after}"
    query = fold_query(word)
    shown = excerpt(text, query)
    assert query in fold_text(text)
    assert " ".join(query.split()) in " ".join(fold_text(shown).split())
    assert "\n" not in shown
    assert len(shown) <= EXCERPT_LENGTH + 2


def test_the_excerpt_of_an_answer_is_words_not_its_lists_and_tables() -> None:
    text = "Led.\n\n- **Terran**: 58\n  - more\n\n> Said\n\n"
    text += "| Race | Rate |\n|---|---:|\n| Zerg | 42 |\n"
    assert excerpt(text, fold_query("rate")) == (
        "Led. · **Terran**: 58 · more Said Race · Rate Zerg · 42"
    )
    assert excerpt("- a | b - c", fold_query("a")) == "a | b - c", "only what leads a line"
    assert excerpt("x\n- y", fold_query("- y")) == "x - y", "what was looked for stays"
