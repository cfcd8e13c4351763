"""The names of a table are put in order by their letters once, for all words to come."""

from agents.answering.text.particles import letters
from agents.data.letters_of_names import LettersOfNames

_NAMES = LettersOfNames(
    ["zerg", "franks", "crystal maiden", "crystal palace", "테란", "테란 스캔"],
    ["maiden", "palace"],
    ["win rate"],
    ["승률", "평균시간"],
)


def test_names_are_kept_by_script_in_the_order_of_the_table() -> None:
    assert _NAMES.like("zreg").names == ("zerg", "franks", "crystal maiden", "crystal palace")
    assert _NAMES.like("테렌").names == ("테란", "테란 스캔")


def test_a_word_without_vowels_finds_its_name_and_a_name_not_itself() -> None:
    assert _NAMES.without_vowels("zrg") == ["zerg"]
    assert not _NAMES.without_vowels("zerg")
    assert not _NAMES.without_vowels("테란")


def test_a_people_is_found_in_either_language() -> None:
    assert _NAMES.like("francos").of_people("francos") == ["franks"]
    assert not _NAMES.like("zergs").of_people("zergs")


def test_longer_names_begin_with_whole_words() -> None:
    latin = _NAMES.like("crystal")
    assert latin.begun_with("crystal") == ["crystal maiden", "crystal palace"]
    assert latin.begun_with("crystal m") == []
    assert _NAMES.like("테란").begun_with("테란") == ["테란 스캔"]


def test_parts_and_measures_are_found_by_their_first_letter() -> None:
    assert [word for word, _ in _NAMES.pieces.of("mayden")] == ["maiden"]
    assert [word for word, _ in _NAMES.measures.of(letters("승율"))] == ["승률"]
