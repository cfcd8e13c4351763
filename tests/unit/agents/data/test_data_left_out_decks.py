"""What is left out of a log of one's own, and of which side, in three languages."""

from datetime import date

import pytest

from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Answerable
from tests.unit.agents.data.data_support import Talk

_DECKS = ("Burn", "Control", "Ramp", "Tempo")
OWN = Filter(dimension="deck", values=("Burn",), exclude=True)
RIVAL = OWN.model_copy(update={"side": "opponent"})


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    lines = ["date,format,my_deck,opp_deck,result"]
    for n in range(240):
        kind, won = ("Standard", "Modern")[n % 2], "WL"[n // 3 % 2]
        lines.append(
            f"2024-01-{n % 28 + 1:02},{kind},{_DECKS[n // 2 % 4]},{_DECKS[n // 8 % 4]},{won}"
        )
    return Talk.about("\n".join(lines), tmp_path_factory.mktemp("decks"), date(2024, 6, 1))


@pytest.mark.parametrize(
    ("messages", "left_out", "said"),
    [
        (["Standard에서 Burn 빼고"], OWN, "자신의 Burn 제외"),
        (["Standard에서 번 빼고 승률"], OWN, "자신의 Burn 제외"),
        (["win rate in Modern without Burn"], OWN, "without own Burn"),
        (["en Standard sin Burn"], OWN, "sin Burn propio"),
        (["win rate in Modern without Burn opponents"], RIVAL, "without opponent Burn"),
        (["Standard에서 상대 Burn 빼고 승률"], RIVAL, "상대 Burn 제외"),
        (["tasa de victorias en Modern sin rivales Burn"], RIVAL, "sin rival Burn"),
        (["Standard 상대덱별 승률", "Burn 빼고"], RIVAL, "상대 Burn 제외"),
        (["win rate with Control in Modern without Burn"], RIVAL, "without opponent Burn"),
        (["tasa de victorias con Control", "sin Burn"], RIVAL, "sin rival Burn"),
        (["win rate against everything but Burn"], RIVAL, "without opponent Burn"),
    ],
)
def test_the_answer_says_whose_deck_is_left_out(
    talk: Talk, messages: list[str], left_out: Filter, said: str
) -> None:
    frame = talk.asked(*messages)
    assert [one for one in frame.filters if one.exclude] == [left_out]
    assert said in talk.text


def test_a_place_is_not_left_out_for_a_word_that_is_not_known(talk: Talk) -> None:
    talk.anew()
    outcome = talk.hear("Modern에서 음음 빼고 승률")
    left_out = [f for f in outcome.frame.filters if f.exclude] if isinstance(
        outcome, Answerable
    ) else []  # fmt: skip
    assert left_out == []
