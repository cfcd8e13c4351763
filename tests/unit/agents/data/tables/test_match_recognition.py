"""Tables of games are known by two sides and a result; nothing else is taken for one."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.answering.text.language import Language
from agents.data.dataset import open_dataset
from agents.data.model.osi import to_osi
from tests.corpora.games import further_tables, named_tables, odd_tables, tables
from tests.corpora.games.odd_tables import Odd
from tests.corpora.games.tables import Table

GAMES = (
    tables.ladder, tables.fights, tables.sides, tables.matchups, tables.football, tables.flags,
    odd_tables.chess, odd_tables.drafts, odd_tables.decks, odd_tables.courts, odd_tables.boards,
    further_tables.league, further_tables.rallies, named_tables.ladder, named_tables.court,
)  # fmt: skip
TRIES = (odd_tables.trial, odd_tables.visits, further_tables.throws, odd_tables.tiers,
         tables.rates, named_tables.mazos)  # fmt: skip


def counted(made: Table | Odd) -> Counter[int]:
    """Return how many sides of games were won, and how many not, as the maker knows it."""
    if isinstance(made, Table):
        return Counter(won for _, _, _, won in made.sides())
    found: Counter[int] = Counter()
    for side in made.sides:
        n, won = int(side["n"]), int(side["won"])
        found[1] += won
        found[0] += n - won
    return found


@pytest.mark.parametrize("make", GAMES)
def test_games_have_sides_with_the_same_figures(
    tmp_path: Path, make: Callable[[Path], Table | Odd]
) -> None:
    made = make(tmp_path)
    dataset = open_dataset(made.path)
    games, sides = dataset.model.tables[:2]
    roles = {column.role for column in sides.columns}
    sums = "sum(won), sum(n)" if "n" in roles else "sum(won), count(won)"
    with dataset.engine.connection as connection:
        won, n = connection.execute(f"SELECT {sums} FROM sides").fetchone() or (0, 0)
    dataset.close()
    assert (games.pack, sides.pack) == ("match", "match")
    assert len(games.evidence) >= 2
    assert all(map(games.has, games.evidence))
    assert {"side", "opponent", "won", "mirror"} <= roles
    wanted = counted(made)
    assert (won, n) == (wanted[1], wanted.total())


@pytest.mark.parametrize("make", TRIES)
def test_what_has_no_rival_is_a_table_like_any_other(
    tmp_path: Path, make: Callable[[Path], Table | Odd]
) -> None:
    dataset = open_dataset(make(tmp_path).path)
    dataset.close()
    assert [table.pack for table in dataset.model.tables] == [""]


@pytest.mark.parametrize(
    "text",
    [
        "team_1,team_2,team_1_shots,team_2_shots\n" + "A,B,3,4\nB,C,2,2\nC,A,5,1\n" * 9,
        "home city,away city,distance\n" + "Rome,Pisa,300\nPisa,Lyon,800\nLyon,Rome,900\n" * 9,
        "sender,receiver,score\n" + "Ann,Bo,3\nBo,Cy,4\nCy,Ann,1\n" * 9,
        "player,opponent,result\nAnn,Bo,W\n" + "Ann,Bo,\nBo,Ann,\nCy,Bo,\n" * 9,
        "product,winner,price\n" + "lamp,yes,3\nsofa,no,4\nchair,yes,9\n" * 9,
        "from,to,wins\n" + "Rome,Pisa,300\nPisa,Lyon,800\nLyon,Rome,900\n" * 9,
        "dance,best dancer,best score,worst dancer,worst score\n"
        + "tango,Ann,37,Bo,26\nwaltz,Bo,36,Ann,14\nrumba,Cy,40,Bo,15\n" * 9,
        "player_1,player_2,winner\n" + "Ann,Bo,Ann\nBo,Ann,Ann\nCy,,Cy\n" * 9,
        "week,day,opponent,score,result\n"  # of one team, which meets each other one twice
        + "".join(
            f"{n},Day {n % 7},Team {n % 6},{n}-{n % 5},{('Win', 'Loss')[n // 6]}\n"
            for n in range(12)
        ),
        "runs,batter,team,opponent,date,result\n"
        + "".join(
            f"{n},P{n},{'AB'[day % 2]},{'BA'[day % 2]},2024-05-{day},{'LW'[day % 2]}\n"
            for n, day in enumerate([*range(10, 28), *range(10, 28)])
        ),
    ],
)
def test_no_game_without_a_result(tmp_path: Path, text: str) -> None:
    path = tmp_path / "things.csv"
    path.write_text(text)
    dataset = open_dataset(path)
    dataset.close()
    assert dataset.model.table().pack == ""


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Its rows are taken for games of two sides, by these columns: "),
     ("ko", "행을 두 편의 경기로 보았습니다. 근거가 된 열: "),
     ("es", "Sus filas se toman por partidas de dos lados, por estas columnas: ")],
)  # fmt: skip
def test_what_games_are_told_by_is_said(tmp_path: Path, language: Language, told: str) -> None:
    path = tmp_path / "league.csv"
    days = [date(2024, 1, 1) + timedelta(days=day) for day in range(60)]
    clubs = ["Lions", "Bears", "Hawks", "Wolves"]
    rows = [
        f"{day},{clubs[at % 4]},{clubs[(at + 1 + at // 4 % 3) % 4]},{at % 3},{at % 5}"
        for at, day in enumerate(days)
    ]
    path.write_text("\n".join(["date,home_team,away_team,home_score,away_score", *rows]))
    dataset = open_dataset(path)
    found = dataset.profile("games", language=language)
    document = to_osi(dataset.model, "league")
    dataset.close()
    assert found.notes[0] == f"{told}home team, away team, home score, away score."
    (extension,) = document["semantic_model"][0]["datasets"][0]["custom_extensions"]
    columns = ["home_team", "away_team", "home_score", "away_score"]
    assert json.loads(extension["data"])["evidence"] == columns
