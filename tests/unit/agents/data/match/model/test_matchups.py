import pytest

from agents.data.match.model.words import Matchups, Member

MEMBERS = {
    "Ash": Member(short={"en": "a", "ko": "애"}),
    "Oak-Elm": Member(short={"en": "o", "ko": "오"}),
}
MATCHUPS = Matchups(MEMBERS, {"ash": "Ash", "as": "Ash", "oak-elm": "Oak-Elm", "oak": "Oak-Elm"})


@pytest.mark.parametrize(
    ("form", "pair"),
    [
        ("avo", ("Ash", "Oak-Elm")),
        ("o-a", ("Oak-Elm", "Ash")),
        ("애오전", ("Ash", "Oak-Elm")),
        ("as vs. oak", ("Ash", "Oak-Elm")),
        ("oak-elm-ash", ("Oak-Elm", "Ash")),
        ("ash 대 ash", ("Ash", "Ash")),
    ],
)
def test_two_values_are_known_however_they_are_set_against_each_other(
    form: str, pair: tuple[str, str]
) -> None:
    assert form in MATCHUPS
    assert (MATCHUPS[form], MATCHUPS.get(form)) == (pair, pair)


@pytest.mark.parametrize("form", ["", "ash", " vs ", "ash vs", "ash vs yew", "ash ash", "ao전"])
def test_what_is_no_matchup_is_none(form: str) -> None:
    assert form not in MATCHUPS
    assert MATCHUPS.get(form) is None
    with pytest.raises(KeyError):
        MATCHUPS[form]
