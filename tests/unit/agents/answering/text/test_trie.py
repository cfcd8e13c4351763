from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from agents.answering.text.trie import Trie
from agents.data.language.units import units_of

PHRASES = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=5), max_size=12)
MESSAGE = st.lists(st.sampled_from("abc"), max_size=8)


@given(PHRASES, MESSAGE)
def test_what_phrases_mean_is_found_whatever_they_share(
    phrases: list[list[str]], message: list[str]
) -> None:
    trie: Trie[int] = Trie()
    meant: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, phrase in enumerate(phrases):
        trie.add(phrase, number)
        meant[tuple(phrase)].append(number)
    units = units_of(" ".join(message), str)
    for start in range(len(message)):
        ways = [tuple(message[start:end]) for end in range(start + 1, len(message) + 1)]
        found = {start + len(way): meant[way] for way in ways if way in meant}
        assert {end: list(told) for end, told in trie.find(units, start)} == found
        assert all(list(trie.get(way)) == meant.get(way, []) for way in ways)
    assert not trie.get([])


def test_signs_in_the_middle_of_a_phrase_are_passed_over() -> None:
    trie: Trie[str] = Trie()
    trie.add(["new", "york", "city"], "place")
    trie.add([], "nothing")
    assert not trie.get([])
    assert [*trie.find(units_of("new-york, city", str), 0)] == [(5, ("place",))]
    assert not [*trie.find(units_of("-new york city", str), 0)]
    assert not [*trie.find(units_of("new old york city", str), 0)]
