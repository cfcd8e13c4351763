"""Words around a question count for nothing, what narrows it stops the answer all the same."""

from datetime import date
from pathlib import Path

import pytest

from agents.answering.periods.periods import Period, month, quarter
from agents.data.inflection import english, spanish
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Ask, Decline
from agents.data.talk import is_idle
from agents.data.written_periods import in_full
from tests.unit.agents.data.data_support import Reads, frame, reader

TODAY = date(2024, 11, 22)
JULY_15 = Period(start=date(2024, 7, 15), end=date(2024, 7, 16))
SIDES = (("Kestrel", "Terran"), ("Wren", "Zerg"), ("Heron", "Protoss"), ("Swift", "Zerg"))


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    lines = ["date,map,server,player1,race1,mmr1,player2,race2,mmr2,winner,duration_s"]
    for n in range(240):
        (a, one), (b, two) = SIDES[n % 4], SIDES[(n // 4 + n % 4 + 1) % 4]
        if a == b:
            continue
        place = ("Acropolis", "Ever Dream")[n % 2]
        server = ("KR", "EU", "NA")[n % 3]
        day = f"202{3 + n % 2}-{n % 12 + 1:02}-{n % 28 + 1:02}"
        sides = f"{a},{one},{4000 + n},{b},{two},{4100 + n}"
        lines.append(f"{day},{place},{server},{sides},{n % 2 + 1},{600 + n}")
    return reader(TODAY, tmp_path_factory.mktemp("talk"), "\n".join(lines))


def asked(read: Reads, plain: str) -> Frame:
    return frame(read, plain)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("can you pull up zerg's win rate for 2023 please", "zerg win rate in 2023"),
        ("hmm, we're trying to understand the zerg win rate, thanks", "zerg win rate"),
        ("disculpa, jefe, necesito la tasa de victorias de terran", "winrate de terran"),
        ("아 근데 맵별 저그 승률 엄청 궁금하네", "맵별 저그 승률"),
        ("수고하세요! 저그 승률 좀 뽑아주세요 ㅠㅠ", "저그 승률"),
        ("tbh I just want the plain terran win rate", "terran win rate"),
        ("dunno if you've got this, but which map has the most games?", "map with the most games"),
        ("any chance you've got the zvp numbers?", "ZvP"),
        ("for my article: zerg win rate by server", "zerg win rate by server"),
        ("remind me what toss winrate is vs terran", "PvT win rate"),
        ("¿tienes por ahí el winrate de Kestrel?", "winrate de Kestrel"),
        ("échame una mano con el winrate de zerg por servidor", "winrate de zerg por servidor"),
        ("la verdad es que me interesa el zvt", "zvt"),
        ("perdona, ¿cuántas derrotas lleva Kestrel?", "derrotas de Kestrel"),
        ("그래서 결국 어떤 종족이 제일 세?", "어떤 종족이 제일 세?"),
        ("일단 맵별 경기 수부터 쭉 보여줘", "맵별 경기 수"),
        ("테저전 승률 다 보여줘 맵별로", "테저전 맵별 승률"),
        ("서버별로 몇 판씩 했어?", "서버별 경기 수"),
        ("zerg win rate with opp mmr above 4200", "zerg win rate with opponent mmr above 4200"),
        ("zerg win rate with mmr over 4k", "zerg win rate with mmr over 4000"),
        ("Ter vs Pro", "TvP"),
        ("saca el winrate de zerg por mapa", "winrate de zerg por mapa"),
        ("winrate de terran, deja fuera KR", "winrate de terran sin KR"),
        ("okay so for tonight's cast I need zerg's win rate by map", "zerg win rate by map"),
        ("necesito para un reportaje el winrate de zerg por mes", "winrate de zerg por mes"),
        ("이번에 기사 쓰는데 맵별 테란 승률 좀 부탁드려요", "맵별 테란 승률"),
        ("which server is the busiest?", "server with the most games"),
        ("mind giving me terran's numbers on NA?", "terran win rate on NA"),
        ("20분 이상 장기전 저그 승률", "20분 이상 경기 저그 승률"),
        (
            "¿Cuántas veces se han visto las caras Kestrel y Wren?",
            "how many times did Kestrel and Wren meet",
        ),
        ("저그가 제일 안 좋은 맵은?", "저그 승률이 가장 낮은 맵은?"),
        ("저그가 제일 잘 되는 맵은?", "저그 승률이 가장 높은 맵은?"),
        ("2024년에 제일 많이 한 맵", "2024년에 가장 많이 플레이한 맵"),
    ],
)
def test_words_around_a_question_change_nothing(read: Reads, said: str, plain: str) -> None:
    assert frame(read, said) == asked(read, plain)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("terran win rate on ladder only", "ladder"),
        ("terran win rate with lag", "lag"),
        ("terran win rate against cool", "cool"),
        ("terran win rate on perfect", "perfect"),
        ("terran win rate in games with more than 300 passes", "passes"),
        ("winrate de terran con lag", "lag"),
        ("winrate de zerg en partidas perfectas", "perfectas"),
        ("winrate de zerg cuando va perdiendo", "perdiendo"),
        ("빨리 끝난 경기 저그 승률", "빨리"),
        ("zerg win rate in weird games", "weird"),
        ("렉 걸린 경기 빼고 테란 승률", "렉"),
        ("테란 승률 래더에서만", "래더"),
    ],
)
def test_what_narrows_still_stops_the_answer(read: Reads, question: str, named: str) -> None:
    outcome = read(question)
    assert isinstance(outcome, Decline), outcome
    assert outcome.word.startswith(named)


def test_a_name_of_the_table_is_no_filler(tmp_path: Path) -> None:
    rows = "\n".join(f"2024-01-0{n % 9 + 1},Cool,Honest Abe,{n % 2 + 1}" for n in range(60))
    own = reader(TODAY, tmp_path, f"date,player1,player2,winner\n{rows}")
    assert frame(own, "cool's win rate").filters[0].values == ("Cool",)
    assert frame(own, "honest abe win rate").filters[0].values == ("Honest Abe",)
    assert not isinstance(read := own("honest win rate"), Decline | Ask), read


@pytest.mark.parametrize(
    ("question", "period"),
    [
        ("terran win rate 1Q23", quarter(1, 2023)),
        ("2023년 삼월 테란 승률", month(3, 2023)),
        (
            "winrate de terran el 15 de julio",
            Period(start=date(2024, 7, 15), end=date(2024, 7, 16)),
        ),
        ("12월 3일 테란 승률", Period(start=date(2023, 12, 3), end=date(2023, 12, 4))),
        ("terran win rate on july 15th", JULY_15),
    ],
)
def test_short_ways_to_write_periods(read: Reads, question: str, period: Period) -> None:
    assert frame(read, question).period == (period,)


@pytest.mark.parametrize("text", ["games over 1h20", "mar-del", "이월금"])
def test_what_only_looks_like_a_period_stays(text: str) -> None:
    assert in_full(text) == text


def test_values_are_put_together_where_that_is_said(read: Reads) -> None:
    before = frame(read, "terran win rate by server")
    for question in ("EU + NA combined", "EU랑 NA 합쳐서", "EU y NA juntos"):
        found = frame(read, question, before)
        (of_server,) = [one for one in found.filters if one.dimension == "server"]
        assert of_server.together and set(of_server.values) == {"EU", "NA"}, question
    assert not any(one.together for one in frame(read, "EU and NA", before).filters)


@pytest.mark.parametrize("again", ["make it 45%", "45%로 낮춰줘", "¿y con 45 %?"])
def test_a_number_takes_the_place_of_the_last_threshold(read: Reads, again: str) -> None:
    before = frame(read, "players above 50% with 10+ games")
    after = frame(read, again, before)
    assert [bound.value for bound in after.bounds] == [0.45]
    assert (after.having, after.group_by) == (10, before.group_by)


def test_a_year_compared_to_another_is_no_end(read: Reads) -> None:
    years = frame(read, "how'd zerg do in 2024 compared to 2023").period
    assert [(one.start, one.end) for one in years] == [
        (date(2024, 1, 1), date(2025, 1, 1)), (date(2023, 1, 1), date(2024, 1, 1)),
    ]  # fmt: skip


def test_draws_are_put_back(tmp_path: Path) -> None:
    rows = "\n".join(f"2024-01-0{n % 9 + 1},Ann,Bob,{('1', '2', 'draw')[n % 3]}" for n in range(60))
    drawn = reader(TODAY, tmp_path, f"date,player1,player2,winner\n{rows}")
    before = frame(drawn, "win rate of Ann without draws")
    assert before.draws == "exclude"
    for question in ("put the draws back in", "vuelve a poner los empates", "무승부 포함해줘"):
        assert frame(drawn, question, before).draws == "auto", question


def test_the_first_half_of_another_year(read: Reads) -> None:
    before = frame(read, "winrate de terran en el 2.º semestre de 2023")
    after = frame(read, "¿y en el primero de 2024?", before)
    assert after.period == (Period(start=date(2024, 1, 1), end=date(2024, 7, 1)),)


def test_verbs_in_their_forms() -> None:
    assert {"grabbing", "pulls", "shared"} <= {
        form for verb in ("grab", "pull", "share") for form in english(verb)
    }
    assert {"sacame", "saquen", "sacarias", "sacando"} <= set(spanish("sacar/saqu"))
    assert {"tienes", "tendria"} <= set(spanish("tener/tien/teng/tuv/tendr"))


def test_verbs_of_taking_are_idle_before_figures_only() -> None:
    text = "saca el winrate"
    assert is_idle(text, 0, 4)
    assert not is_idle("saca a zerg", 0, 4)
