"""Questions in three languages on two tables: what is done is scored apart from the figures.

The expected figures are counted here in plain Python, without the agent's SQL.
"""

import asyncio
import csv
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable, Ask, Decline, Explain, Outcome, Summarise
from agents.data.understanding import Understanding

ROOT = Path(__file__).resolve().parents[4]
TODAY = date(2026, 11, 21)
Side = dict[str, str]


class Want(NamedTuple):
    """The figures of a question: sides that count, how they are grouped, and what is counted."""

    keep: Callable[[Side], bool]
    by: tuple[str, ...] = ()
    mirrors: bool = False
    games: bool = False
    first: str | None = None


def t(**wanted: str) -> Want:
    """Rates of the sides with these values; `year` and `month` are cut from the day."""
    by = tuple(part for part in wanted.pop("by", "").split() if part)
    mirrors = wanted.pop("mirrors", "") == "in"
    games = wanted.pop("games", "") == "yes"
    first = wanted.pop("first", None)
    return Want(
        lambda side: all(side[k] in v.split("|") for k, v in wanted.items()),
        by,
        mirrors,
        games,
        first,
    )


ASK, NO, HELP, SUM = "ask", "decline", "explain", "summarise"

SAMPLE: list[tuple[str, Want | str]] = [
    # Korean
    ("승률 알려줘", ASK),
    ("승률이 어떻게 돼?", ASK),
    ("승률은요?", ASK),
    ("밸런스 어때?", ASK),
    ("2021년 승률 알려줘", ASK),
    ("테란 승률 알려줘", t(race="Terran")),
    ("테란승률", t(race="Terran")),
    ("테란의 승률은 얼마인가요?", t(race="Terran")),
    ("저그 승률 좀 보여주세요", t(race="Zerg")),
    ("토스 승률이 궁금해요", t(race="Protoss")),
    ("프로토스는 얼마나 이겨?", t(race="Protoss")),
    ("테저전 승률", t(race="Terran", opponent="Zerg")),
    ("저테전 승률은?", t(race="Zerg", opponent="Terran")),
    ("테란 대 저그 승률", t(race="Terran", opponent="Zerg")),
    ("테란 vs 프로토스", t(race="Terran", opponent="Protoss")),
    ("프로토스 상대로 저그 승률", t(race="Zerg", opponent="Protoss")),
    ("테란의 저그전 승률", t(race="Terran", opponent="Zerg")),
    ("TvZ 승률", t(race="Terran", opponent="Zerg")),
    ("상대가 저그일 때 테란 승률은?", t(race="Terran", opponent="Zerg")),
    ("테란은 저그한테 강해?", t(race="Terran", opponent="Zerg")),
    ("2020년과 2021년 테란 승률 비교", t(race="Terran", year="2020|2021", by="year")),
    ("전체 경기 수는?", t(games="yes", mirrors="in")),
    ("최근 테란 승률", NO),
    ("아크로폴리스 맵에서 테란 승률", t(race="Terran", map="Acropolis")),
    ("아크로폴리스맵에서는 테란승률이 어때?", t(race="Terran", map="Acropolis")),
    ("썬더버드에서 저그 승률", t(race="Zerg", map="Thunderbird")),
    ("선더버드에서 저그 승률", t(race="Zerg", map="Thunderbird")),
    ("디스코 블러드베스에서 테란 승률", t(race="Terran", map="Disco Bloodbath")),
    ("골든월에서 프로토스 승률은?", t(race="Protoss", map="Golden Wall")),
    ("2020년 테란 승률", t(race="Terran", year="2020")),
    ("작년 저그 승률", t(race="Zerg", year="2025")),
    ("올해 프로토스 승률은?", t(race="Protoss", year="2026")),
    ("2021년 3월 테란 승률", t(race="Terran", month="2021-03")),
    ("2021년부터 2022년까지 테란 승률", t(race="Terran", year="2021|2022")),
    ("2024년 이후 저그 승률", t(race="Zerg", year="2024|2025|2026")),
    ("5.0.12 패치에서 저그 승률", t(race="Zerg", patch="5.0.12")),
    ("한국 서버에서 테란 승률", t(race="Terran", server="kr")),
    ("종족별 승률", t(by="race")),
    ("모든 종족 승률 보여줘", t(by="race")),
    ("전체 종족 승률", t(by="race")),
    ("맵별 테란 승률", t(race="Terran", by="map")),
    ("테란 승률을 패치별로 보여줘", t(race="Terran", by="patch")),
    ("연도별 저그 승률", t(race="Zerg", by="year")),
    ("저그 승률 추이", t(race="Zerg", by="quarter")),
    ("가장 승률이 높은 종족은?", t(by="race", first="Terran")),
    ("승률이 제일 낮은 종족은 뭐야", t(by="race", first="Zerg")),
    ("테란과 저그 승률 비교해줘", t(race="Terran|Zerg", by="race")),
    ("미러전 포함해서 저그 승률", t(race="Zerg", mirrors="in")),
    ("2022년에 몇 경기 했어?", t(year="2022", games="yes", mirrors="in")),
    ("아크로폴리스 경기 수", t(map="Acropolis", games="yes", mirrors="in")),
    ("앤빌 승률", t(player="Anvil", mirrors="in")),
    ("Anvil 승률", t(player="Anvil", mirrors="in")),
    ("매치업별 승률", t(by="race opponent")),
    ("테란 MMR 알려줘", NO),
    ("테란 너무 사기 아니야?", NO),
    ("왜 저그가 약해?", NO),
    ("다음 시즌 승률 예측해줘", NO),
    ("오늘 날씨 어때?", NO),
    ("데이터 삭제해줘", NO),
    ("그랜드마스터 테란 승률", NO),
    ("나르니아 맵에서 테란 승률", NO),
    ("안녕하세요", HELP),
    ("뭘 할 수 있어?", HELP),
    ("이전 분석들을 종합해줘", SUM),
    ("지금까지 결과 요약해줘", SUM),
    # English
    ("What is the win rate?", ASK),
    ("show me win rates please", ASK),
    ("how is the balance in 2021", ASK),
    ("Terran win rate", t(race="Terran")),
    ("What's the win rate of Terran?", t(race="Terran")),
    ("How often does Zerg win?", t(race="Zerg")),
    ("what is protoss's winrate", t(race="Protoss")),
    ("Terran's win percentage", t(race="Terran")),
    ("Terran win rate against Zerg", t(race="Terran", opponent="Zerg")),
    ("Terran vs. Zerg", t(race="Terran", opponent="Zerg")),
    ("TvZ win rate", t(race="Terran", opponent="Zerg")),
    ("PvT", t(race="Protoss", opponent="Terran")),
    ("Zerg win rate on Acropolis", t(race="Zerg", map="Acropolis")),
    ("Zerg win rate on the Acropolis map in 2021", t(race="Zerg", map="Acropolis", year="2021")),
    ("win rate of Terran on Acropolus", t(race="Terran", map="Acropolis")),
    ("Terran winrate in Ever Dream last year", t(race="Terran", map="Ever Dream", year="2025")),
    ("Protoss win rate in March 2021", t(race="Protoss", month="2021-03")),
    ("Terran win rate from 2021 to 2022", t(race="Terran", year="2021|2022")),
    ("Zerg win rate since 2024", t(race="Zerg", year="2024|2025|2026")),
    ("Zerg win rate before 2021", t(race="Zerg", year="2020")),
    ("Terran win rate in patch 5.0.9", t(race="Terran", patch="5.0.9")),
    ("win rate by race", t(by="race")),
    ("win rates of all races", t(by="race")),
    ("win rate for each race", t(by="race")),
    ("Terran win rate by map", t(race="Terran", by="map")),
    ("Terran win rate per year", t(race="Terran", by="year")),
    ("trend of the Zerg win rate", t(race="Zerg", by="quarter")),
    ("Which race has the highest win rate?", t(by="race", first="Terran")),
    ("which race is the weakest?", t(by="race", first="Zerg")),
    ("compare Terran and Protoss", t(race="Terran|Protoss", by="race")),
    ("Zerg win rate including mirrors", t(race="Zerg", mirrors="in")),
    ("Zerg win rate without mirror matches", t(race="Zerg")),
    ("how many games were played in 2022?", t(year="2022", games="yes", mirrors="in")),
    ("number of games on Acropolis", t(map="Acropolis", games="yes", mirrors="in")),
    ("What is Quasar's win rate?", t(player="Quasar", mirrors="in")),
    ("Terran win rate on the kr server", t(race="Terran", server="kr")),
    ("Terran win rate excluding Acropolis", t(race="Terran", map="~Acropolis")),
    ("Does Terran beat Zerg?", t(race="Terran", opponent="Zerg")),
    ("Terran win rate between 2020 and 2022", t(race="Terran", year="2020|2021|2022")),
    ("games per year", t(by="year", games="yes", mirrors="in")),
    ("what maps are in the data?", HELP),
    ("recent Terran win rate", NO),
    ("win rate by matchup", t(by="race opponent")),
    ("What is the MMR of Terran?", NO),
    ("Is Terran overpowered?", NO),
    ("Should Zerg be buffed?", NO),
    ("Who will win the next cup?", NO),
    ("Tell me a joke", NO),
    ("delete all rows", NO),
    ("Terran win rate in Narnia", NO),
    ("Terran win rate for left-handed players", NO),
    ("hello", HELP),
    ("What can you do?", HELP),
    ("Summarise the previous analyses", SUM),
    # Spanish
    ("¿Cuál es la tasa de victorias?", ASK),
    ("Dime el porcentaje de victorias", ASK),
    ("tasa de victorias de Terran", t(race="Terran")),
    ("¿Cuál es la tasa de victorias de Zerg?", t(race="Zerg")),
    ("¿Con qué frecuencia gana Protoss?", t(race="Protoss")),
    ("Terran contra Zerg", t(race="Terran", opponent="Zerg")),
    ("tasa de victorias de Zerg contra Terran", t(race="Zerg", opponent="Terran")),
    ("tasa de victorias de Terran en Acropolis", t(race="Terran", map="Acropolis")),
    ("tasa de victorias de Terran en el mapa Acrópolis", t(race="Terran", map="Acropolis")),
    ("tasa de victorias de Zerg el año pasado", t(race="Zerg", year="2025")),
    ("tasa de victorias de Zerg en 2021", t(race="Zerg", year="2021")),
    ("tasa de victorias de Protoss en marzo de 2021", t(race="Protoss", month="2021-03")),
    ("tasa de victorias de Terran desde 2021 hasta 2022", t(race="Terran", year="2021|2022")),
    ("tasa de victorias por raza", t(by="race")),
    ("tasa de victorias de todas las razas", t(by="race")),
    ("tasa de victorias de Terran por mapa", t(race="Terran", by="map")),
    ("evolución de la tasa de victorias de Zerg", t(race="Zerg", by="quarter")),
    ("¿Qué raza tiene la mayor tasa de victorias?", t(by="race", first="Terran")),
    ("¿Qué raza tiene la peor tasa de victorias?", t(by="race", first="Zerg")),
    ("partidas por año", t(by="year", games="yes", mirrors="in")),
    ("¿Cuántos mapas hay?", HELP),
    ("compara Terran y Protoss", t(race="Terran|Protoss", by="race")),
    ("tasa de victorias de Zerg con espejos", t(race="Zerg", mirrors="in")),
    ("¿Cuántas partidas se jugaron en 2022?", t(year="2022", games="yes", mirrors="in")),
    ("tasa de victorias de Terran sin Acropolis", t(race="Terran", map="~Acropolis")),
    ("¿Cuál es el MMR de Terran?", NO),
    ("¿Por qué gana Terran?", NO),
    ("¿Quién ganará la próxima copa?", NO),
    ("tasa de victorias de Terran en Narnia", NO),
    ("borra los datos", NO),
    ("hola", HELP),
    ("¿Qué puedes hacer?", HELP),
    ("Resume los análisis anteriores", SUM),
]

DUELS: list[tuple[str, Want | str]] = [
    ("승률 알려줘", ASK),
    ("win rate", ASK),
    ("tasa de victorias", ASK),
    ("Aggro 승률", t(deck="Aggro")),
    ("Aggro win rate", t(deck="Aggro")),
    ("tasa de victorias de Aggro", t(deck="Aggro")),
    ("Control vs Combo", t(deck="Control", opponent="Combo")),
    ("Control 대 Combo 승률", t(deck="Control", opponent="Combo")),
    ("Control contra Combo", t(deck="Control", opponent="Combo")),
    ("덱별 승률", t(by="deck")),
    ("win rate by deck", t(by="deck")),
    ("tasa de victorias por mazo", t(by="deck")),
    ("Sky Hall에서 Aggro 승률", t(deck="Aggro", arena="Sky Hall")),
    ("Aggro win rate in Sky Hall in 2024", t(deck="Aggro", arena="Sky Hall", year="2024")),
    ("Aggro win rate by arena", t(deck="Aggro", by="arena")),
    ("2024년 Combo 승률", t(deck="Combo", year="2024")),
    ("tasa de victorias de Combo en 2024", t(deck="Combo", year="2024")),
    ("Mina's win rate", t(player="Mina", mirrors="in")),
    ("how many games in 2024", t(year="2024", games="yes", mirrors="in")),
    ("Aggro win rate in patch 3", NO),
    ("테란 승률", NO),
    ("average game length by arena", "duration"),
    ("Which deck has the highest win rate?", t(by="deck")),
    ("Midrang win rate", t(deck="Midrange")),
]


def sides_of(rows: list[dict[str, str]]) -> Iterator[Side]:
    """Give each game from both sides, with the same field names for both tables."""
    for number, row in enumerate(rows):
        duel = "winner_deck" in row
        day = row["day"] if duel else row["played_at"]
        same = {"game": str(number), "year": day[:4], "month": day[:7]}
        same["quarter"] = f"{day[:4]}-Q{(int(day[5:7]) + 2) // 3}"
        for own, other in ((1, 2), (2, 1)):
            side = dict(same)
            if duel:
                one, two = ("winner", "loser") if own == 1 else ("loser", "winner")
                side |= {"deck": row[f"{one}_deck"], "opponent": row[f"{two}_deck"]}
                side |= {"player": row[f"{one}_player"], "arena": row["arena"]}
                side |= {"won": str(own == 1), "subject": side["deck"]}
            else:
                side |= {"race": row[f"p{own}_race"], "opponent": row[f"p{other}_race"]}
                side |= {"player": row[f"p{own}_name"], "subject": side["race"]}
                side |= {name: row[name] for name in ("map", "patch", "server")}
                side["won"] = str(row["winner"] == str(own))
            yield side


def count(rows: list[dict[str, str]], want: Want) -> dict[tuple[str, ...], tuple[int, ...]]:
    """Count by hand: games and wins of each group."""
    found: dict[tuple[str, ...], Counter[str]] = {}
    seen: set[tuple[str, ...]] = set()
    for side in sides_of(rows):
        if not want.mirrors and side["subject"] == side["opponent"]:
            continue
        if not _keeps(want, side):
            continue
        key = tuple(side[name] for name in want.by)
        if want.games:
            if (*key, side["game"]) in seen:
                continue
            seen.add((*key, side["game"]))
        counter = found.setdefault(key, Counter())
        counter["games"] += 1
        counter["wins"] += side["won"] == "True"
    if want.games:
        return {key: (c["games"],) for key, c in found.items()}
    return {key: (c["games"], c["wins"]) for key, c in found.items()}


def _keeps(want: Want, side: Side) -> bool:
    plain = {**side, "map": side.get("map", "")}
    if want.keep({**plain, "map": plain["map"]}):
        return True
    return plain["map"] != "Acropolis" and want.keep({**plain, "map": "~Acropolis"})


class Table:
    """A loaded table and its rows, read a second time without the agent."""

    def __init__(self, path: Path, delimiter: str) -> None:
        self.analyst = Analyst.open(path)
        dates = self.analyst.dates
        assert dates is not None
        self.understanding = Understanding(
            self.analyst.model, years=dates.last.year - dates.first.year
        )
        with path.open(encoding="utf-8") as file:
            self.rows = list(csv.DictReader(file, delimiter=delimiter))

    def outcome(self, text: str) -> Outcome:
        return self.understanding.understand(text, today=TODAY, language="ko").outcome

    def figures(self, outcome: Answerable) -> tuple[list[Any], dict[Any, tuple[int, ...]]]:
        analysis = asyncio.run(self.analyst.analyse(outcome.frame))
        width = len(analysis.plan.groups)
        figures: dict[Any, tuple[int, ...]] = {}
        for row in analysis.rows:
            wanted = 1 if outcome.frame.measure == "games" else 2
            figures[tuple(map(str, row[:width]))] = tuple(row[width : width + wanted])
        return [row[0] for row in analysis.rows], figures


@pytest.fixture(scope="module")
def sample() -> Iterator[Table]:
    table = Table(ROOT / "assets" / "sample" / "simulated_matches.csv", ",")
    yield table
    table.analyst.close()


@pytest.fixture(scope="module")
def duels() -> Iterator[Table]:
    table = Table(ROOT / "tests" / "fixtures" / "data" / "card_duels.csv", ";")
    yield table
    table.analyst.close()


def act_of(outcome: Outcome) -> str:
    match outcome:
        case Answerable():
            return "answer"
        case Ask():
            return ASK
        case Decline():
            return NO
        case Explain():
            return HELP
        case Summarise():
            return SUM


def score(table: Table, cases: list[tuple[str, Want | str]]) -> tuple[list[str], list[str]]:
    """Return the questions with a wrong act, and those with wrong figures."""
    acts, figures = [], []
    for text, want in cases:
        outcome = table.outcome(text)
        expected = want if isinstance(want, str) and want != "duration" else "answer"
        if act_of(outcome) != expected:
            acts.append(f"{text!r}: {outcome}")
        if not isinstance(outcome, Answerable):
            continue
        if not isinstance(want, Want):
            if want != "duration":
                figures.append(f"{text!r} was answered: {outcome.frame}")
            continue
        order, found = table.figures(outcome)
        if found != count(table.rows, want):
            figures.append(f"{text!r}: {outcome.frame}: {found} != {count(table.rows, want)}")
        elif want.first is not None and order[0] != want.first:
            figures.append(f"{text!r}: {order[0]} is not {want.first}")
    return acts, figures


def test_the_set_is_large_enough() -> None:
    texts = [text for text, _ in (*SAMPLE, *DUELS)]
    assert len(texts) >= 120
    assert len(SAMPLE) == len({text for text, _ in SAMPLE})


def test_questions_on_the_sample(sample: Table) -> None:
    acts, figures = score(sample, SAMPLE)
    assert figures == []
    assert acts == []


def test_questions_on_a_table_of_another_shape(duels: Table) -> None:
    acts, figures = score(duels, DUELS)
    assert figures == []
    assert acts == []


def test_the_three_languages_ask_the_same_query(sample: Table) -> None:
    for texts in (
        (
            "작년 테란 승률",
            "Terran win rate last year",
            "tasa de victorias de Terran el año pasado",
        ),
        ("맵별 저그 승률", "Zerg win rate by map", "tasa de victorias de Zerg por mapa"),
        ("테란 대 저그 승률", "Terran win rate vs Zerg", "tasa de victorias de Terran contra Zerg"),
    ):
        frames = []
        for text in texts:
            outcome = sample.outcome(text)
            assert isinstance(outcome, Answerable), text
            frames.append(outcome.frame)
        assert frames[0] == frames[1] == frames[2]


def test_both_sides_of_a_matchup_win_all_games_together(sample: Table) -> None:
    outcome = sample.outcome("매치업별 승률")
    assert isinstance(outcome, Answerable)
    _, found = sample.figures(outcome)
    for (own, other), (games, wins) in found.items():
        assert found[other, own] == (games, games - wins)


@pytest.mark.parametrize(
    "noise",
    ["{}??", "음, {}"],
)
def test_manners_change_nothing(sample: Table, noise: str) -> None:
    plain = sample.outcome("테란 승률")
    assert isinstance(plain, Answerable)
    noisy = sample.outcome(noise.format("테란 승률"))
    assert isinstance(noisy, Answerable), noisy
    assert noisy.frame == plain.frame
