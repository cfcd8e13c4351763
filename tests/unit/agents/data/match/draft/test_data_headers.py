"""The nouns of column headers: clubs, ranks, versions, lengths and the people who play."""

import random
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from agents.answering.text.language import Language
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable, Decline, Outcome
from agents.data.replies import decline
from agents.data.understanding import Understanding

TODAY = date(2025, 3, 1)
CLUBS = ("Club Marea", "Norte Unido", "Sol Andino", "Puerto Gris")


def _table(folder: Path, name: str, head: str, row: Callable[[random.Random], str]) -> Analyst:
    chance = random.Random(11)
    path = folder / name
    path.write_text("\n".join([head, *(row(chance) for _ in range(300))]) + "\n", encoding="utf-8")
    return Analyst.open(path)


def _heard(analyst: Analyst, text: str) -> Outcome:
    return Understanding(analyst.model).understand(text, today=TODAY).outcome


def _asked(analyst: Analyst, text: str) -> Frame:
    outcome = _heard(analyst, text)
    assert isinstance(outcome, Answerable), (text, outcome)
    return outcome.frame


def _clubs(folder: Path) -> Analyst:
    def row(chance: random.Random) -> str:
        a, b = chance.sample(CLUBS, 2)
        return f"{a},{b},{chance.randrange(4)},{chance.randrange(4)}"

    return _table(folder, "liga.csv", "club_local,club_visitante,goles_local,goles_visitante", row)


def _ranks(folder: Path) -> Analyst:
    def row(chance: random.Random) -> str:
        a, b = chance.sample(("Aoi", "Beniko", "Chika", "Daigo"), 2)
        one, two = chance.choices(("alto", "medio", "bajo"), k=2)
        return f"{a},{one},{b},{two}"

    return _table(folder, "t.csv", "winner,winner_rank,loser,loser_rank", row)


@pytest.mark.parametrize(
    "text",
    ["win rate per club", "which club wins the most games", "peor club", "club",
     "¿Cuál es el club con mejor porcentaje de victorias?", "클럽별 승률",
     "los 3 clubes con más victorias", "top 2 clubs"],
)  # fmt: skip
def test_a_noun_of_a_header_is_no_value_that_begins_with_it(tmp_path: Path, text: str) -> None:
    analyst = _clubs(tmp_path)
    frame = _asked(analyst, text)
    assert frame.group_by == ("team",)
    assert not frame.filters
    analyst.close()


def test_a_value_is_still_known_by_its_other_words(tmp_path: Path) -> None:
    analyst = _clubs(tmp_path)
    for text in ("win rate of Club Marea", "Marea win rate", "victorias del club Marea"):
        frame = _asked(analyst, text)
        assert [one.values for one in frame.filters] == [("Club Marea",)], text
    analyst.close()


@pytest.mark.parametrize(
    "text", ["games won per rank", "win rate by rank", "which rank wins most", "등급별 승률"]
)
def test_a_column_called_rank_is_no_ranking(tmp_path: Path, text: str) -> None:
    analyst = _ranks(tmp_path)
    assert _asked(analyst, text).group_by == ("tier",)
    analyst.close()


def test_to_rank_the_players_ranks_them(tmp_path: Path) -> None:
    analyst = _ranks(tmp_path)
    frame = _asked(analyst, "rank all players by win rate")
    assert (frame.group_by, frame.order) == (("player",), "desc")
    analyst.close()


def _judo(folder: Path) -> Analyst:
    def row(chance: random.Random) -> str:
        a, b = chance.sample(("Ines", "Marta", "Olga", "Petra", "Ruth"), 2)
        one, two = chance.choices(("left", "right"), k=2)
        return f"{a},{one},{b},{two}"

    return _table(folder, "t.csv", "winner_cuber,winner_stance,loser_cuber,loser_stance", row)


@pytest.mark.parametrize("text", ["who wins most often?", "누가 제일 잘해?", "¿quién gana más?"])
def test_who_is_a_person_and_no_stance(tmp_path: Path, text: str) -> None:
    analyst = _judo(tmp_path)
    assert _asked(analyst, text).group_by == ("cuber",)
    analyst.close()


def _baduk(folder: Path) -> Analyst:
    def row(chance: random.Random) -> str:
        a, b = chance.sample(("한가람", "오새별", "민들레", "도라지"), 2)
        version = chance.choice(("2.1", "2.10", "2.9"))
        ranks = chance.choices(("초단", "4단", "8단"), k=2)
        length = f"{chance.randrange(1, 3)}:{chance.randrange(10, 60)}:{chance.randrange(10, 60)}"
        return f"{a},{ranks[0]},{b},{ranks[1]},{chance.choice('흑백')},{length},{version}"

    return _table(folder, "기보.csv", "흑기사,흑단,백기사,백단,승자,대국시간,규정버전", row)


@pytest.mark.parametrize(
    ("text", "group"),
    [("누가 제일 많이 이겼어?", "player"), ("who has the best win rate", "player"),
     ("quién es el mejor", "player"), ("단별 승률", "단"), ("규정버전별 흑 승률", "patch"),
     ("버전별 백 승률", "patch")],
)  # fmt: skip
def test_columns_of_black_and_white_are_told_apart(tmp_path: Path, text: str, group: str) -> None:
    analyst = _baduk(tmp_path)
    assert _asked(analyst, text).group_by == (group,)
    analyst.close()


@pytest.mark.parametrize(
    "head", ["규정버전", "게임버전", "version", "versión", "gameversion", "game_version", "build"]
)
def test_versions_stay_as_they_are_written(tmp_path: Path, head: str) -> None:
    def row(chance: random.Random) -> str:
        a, b = chance.sample("xyz", 2)
        return f"{a}{a},{b}{b},{1 + chance.randrange(2)},{chance.choice(('1.1', '1.10', '1.9'))}"

    analyst = _table(tmp_path, "t.csv", f"p1_class,p2_class,winner,{head}", row)
    assert set(analyst.model.dimensions["patch"].values) == {"1.1", "1.10", "1.9"}
    analyst.close()


def test_the_length_is_called_as_in_its_header(tmp_path: Path) -> None:
    analyst = _baduk(tmp_path)
    for text in ("평균 대국시간", "average game length", "duración media"):
        assert _asked(analyst, text).measure == "duration", text
    analyst.close()


@pytest.mark.parametrize("language", ["ko", "en", "es"])
def test_a_word_for_no_known_column_is_not_denied(tmp_path: Path, language: Language) -> None:
    analyst = _clubs(tmp_path)
    for text in ("win rate by map", "평균 경기 시간", "tasa de victorias por mes"):
        outcome = _heard(analyst, text)
        assert isinstance(outcome, Decline), text
        said = decline(analyst, outcome, language).split("\n")[0]
        assert not any(no in said for no in ("has no", "no tiene ", "이 표에는"))
    analyst.close()


def test_what_is_not_understood_counts_games_and_not_rows(tmp_path: Path) -> None:
    rows = [f"g{i // 2},{'ab'[i % 2]}{i % 3},{('win', 'loss')[i % 2]}" for i in range(80)]
    sides = tmp_path / "sides.csv"
    sides.write_text("\n".join(["match_id,hero,result", *rows]), encoding="utf-8")
    sums = tmp_path / "sums.csv"
    sums.write_text("class,games,wins\nbard,120,60\nmonk,80,50\nthief,50,20\n", encoding="utf-8")
    for path, games in ((sides, "40"), (sums, "250")):
        analyst = Analyst.open(path)
        said = decline(analyst, Decline("unclear"), "en")
        assert f"From the {games} games" in said
        analyst.close()


def _arcade(folder: Path) -> Analyst:
    def row(chance: random.Random) -> str:
        a, b = chance.sample(("달토끼", "불곰", "은여우"), 2)
        return f"{a},{b},{chance.choice(('1P', '2P'))}"

    return _table(folder, "t.csv", "1P캐릭터,2P캐릭터,승자", row)


@pytest.mark.parametrize("text", ["1P 승률", "1p선수 승률", "1P win rate", "1P가 이긴 비율"])
def test_the_seats_of_an_arcade_are_sides(tmp_path: Path, text: str) -> None:
    analyst = _arcade(tmp_path)
    (one,) = _asked(analyst, text).filters
    assert (one.dimension, one.values) == ("side", ("1p",))
    analyst.close()


@pytest.mark.parametrize(
    ("text", "measure"),
    [("cuántas victorias lleva Sol Andino", "wins"), ("Sol Andino 몇 번 이김", "wins"),
     ("porcentaje victorias Sol Andino de local", "win_rate"),
     ("Sol Andino 승률 알려줭", "win_rate"), ("클럽별 승률 (50경기 이상)", "win_rate")],
)  # fmt: skip
def test_everyday_forms_are_heard(tmp_path: Path, text: str, measure: str) -> None:
    analyst = _clubs(tmp_path)
    assert _asked(analyst, text).measure == measure
    analyst.close()


def test_people_are_called_by_what_they_do(tmp_path: Path) -> None:
    analyst = _ranks(tmp_path)
    for text in ("top 3 wrestlers", "los 3 luchadores con más victorias", "기사 상위 3명"):
        frame = _asked(analyst, text)
        assert (frame.group_by, frame.limit) == (("player",), 3), text
    analyst.close()


@pytest.mark.parametrize("text", ["win rate per rank", "win rate by rank", "which rank wins most"])
def test_a_rank_in_numbers_is_not_taken_for_a_ranking_of_players(tmp_path: Path, text: str) -> None:
    def row(chance: random.Random) -> str:
        a, b = chance.sample(("Aoi", "Beniko", "Chika", "Daigo"), 2)
        return f"{a},{chance.randrange(1, 900)},{b},{chance.randrange(1, 900)}"

    analyst = _table(tmp_path, "t.csv", "winner_name,winner_rank,loser_name,loser_rank", row)
    outcome = _heard(analyst, text)
    assert isinstance(outcome, Decline)
    assert outcome.word == "rank"
    analyst.close()


def test_who_won_most_often_is_a_count(tmp_path: Path) -> None:
    analyst = _baduk(tmp_path)
    for text in ("누가 제일 많이 이겼어?", "가장 많이 이긴 기사"):
        frame = _asked(analyst, text)
        assert (frame.measure, frame.group_by) == ("wins", ("player",)), text
    analyst.close()


def test_a_second_dimension_is_called_as_in_its_header(tmp_path: Path) -> None:
    def row(chance: random.Random) -> str:
        a, b = chance.sample(("Luz", "Sombra", "Viento"), 2)
        c, d = chance.sample(("Oso", "Lobo", "Zorro"), 2)
        return f"{a},{c},{b},{d},{1 + chance.randrange(2)}"

    analyst = _table(tmp_path, "t.csv", "team1,clan1,team2,clan2,winner", row)
    frame = _asked(analyst, "best clan")
    (key,) = frame.group_by
    assert analyst.model.dimensions[key].label_in("en") == "clan"
    analyst.close()
