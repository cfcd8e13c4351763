"""Suggested questions name what people would ask about, in every language, and can be answered."""

from datetime import date
from pathlib import Path

import pytest

from agents.answering.text.language import LANGUAGES
from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable
from agents.data.replies import questions
from agents.data.understanding import Understanding

_DAY = date(2025, 1, 1)
_PLAYERS = ("Alvo", "Brenn", "Corda", "Dunmore")


def _analyst(folder: Path, header: str, row: str) -> Analyst:
    lines = [header]
    for n in range(80):
        one, two = _PLAYERS[n % 4], _PLAYERS[(n + 1 + n // 4 % 3) % 4]
        values = {
            "day": f"2024-02-{n % 28 + 1:02}", "a": one, "b": two, "won": (one, two)[n % 2],
            "ha": "LR"[_PLAYERS.index(one) > 0], "hb": "LR"[_PLAYERS.index(two) > 0],
            "event": ("Lakeside Open", "Harbour Cup")[n % 2], "x": "AB"[n // 2 % 2],
            "round": n % 5 + 1, "note": ("", "good")[n % 9 == 0],
        }  # fmt: skip
        lines.append(row.format(**values))
    path = folder / "table.csv"
    path.write_text("\n".join(lines), "utf-8")
    return Analyst.open(path)


@pytest.mark.parametrize(
    ("header", "row", "named", "never"),
    [
        (
            "date,event,winner_name,winner_hand,loser_name,loser_hand",
            "{day},{event},{won},{ha},{b},{hb}", _PLAYERS, ("R ", "L ", " R", "hand", "mano"),
        ),
        ("날짜,대회,흑,백,승자,x", "{day},{event},{a},{b},{won},{x}",
         ("black", "white", "흑", "백", "negras", "blancas"), (" x", "x별")),
        ("date,event,memo,player1,player2,winner", "{day},{event},{note},{a},{b},{won}",
         _PLAYERS, ("memo",)),
    ],
)  # fmt: skip
def test_questions_are_about_names_and_split_by_what_is_known(
    header: str, row: str, named: tuple[str, ...], never: tuple[str, ...], tmp_path: Path
) -> None:
    analyst = _analyst(tmp_path, header, row)
    understanding = Understanding(analyst.model)
    for language in LANGUAGES:
        for where in (None, ("tournament", "Lakeside Open")):
            asked = questions(analyst, language, "", where)
            assert any(name in asked[0] for name in named), asked
            for one in asked:
                assert not any(word in one for word in never), one
                outcome = understanding.understand(one, today=_DAY, language=language).outcome
                assert isinstance(outcome, Answerable), one
    analyst.close()


def test_a_number_stands_beside_what_it_is_one_of(tmp_path: Path) -> None:
    analyst = _analyst(tmp_path, "season,map,p1,p2,winner", "2023,{event},{a},{b},{won}")
    asked = [questions(analyst, one, "", ("season", "2023"))[0] for one in LANGUAGES]
    assert all("2023" in one for one in asked)
    assert any("season 2023" in one for one in asked)
    assert any("2023 시즌" in one for one in asked)
    analyst.close()
