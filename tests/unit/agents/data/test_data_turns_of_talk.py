"""Short turns of a talk, said in many ways: each is read as the plain one of its group."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.data.outcomes import Answerable, Ask, Explain, Waiting
from tests.unit.agents.data.data_support import Talk, understanding

TODAY = date(2024, 6, 1)
PLAYERS = {"Brisk": "Terran", "Corvid": "Zerg", "Dapple": "Protoss", "Ember": "Terran"}
MAPS = ("Copperline", "Saltmarsh", "Nightglass")
# What was asked before, the plain way to go on, and others that mean the same.
GROUPS: dict[str, tuple[tuple[str, ...], str, tuple[str, ...]]] = {
    "another value": (
        ("Zerg win rate on Copperline",),
        "and on Saltmarsh?",
        (
            "change the map to Saltmarsh",
            "cambia Copperline por Saltmarsh",
            "no, en Copperline no, en Saltmarsh",
            "Copperline 말고 Saltmarsh 걸로",
            "맵을 Saltmarsh로 바꿔줘",
        ),
    ),
    "one more value": (
        ("Zerg win rate on Copperline",),
        "also on Saltmarsh",
        ("put Saltmarsh next to it", "vs Saltmarsh?", "Saltmarsh까지 포함해서", "suma Saltmarsh"),
    ),
    "only": (
        ("win rate by race in 2023",),
        "only on Saltmarsh",
        ("narrow it down to Saltmarsh", "restrict that to Saltmarsh", "limítalo a Saltmarsh"),
    ),
    "only one period": (
        ("Zerg win rate",),
        "only 2023",
        (
            "limit it to 2023",
            "2023년 경기만",
            "2023년 게임만 봐줘",
            "limítalo a 2023",
            "only 2023 games",
            "only games from 2023",
            "just those from 2023",
            "games from 2023 only",
            "solo partidas de 2023",
        ),
    ),
    "all but one": (
        ("win rate by race in 2023",),
        "without Nightglass",
        (
            "on every map but Nightglass",
            "Nightglass를 안 치면",
            "menos en Nightglass",
            "Nightglass excluded",
        ),
    ),
    "any map": (
        ("Zerg win rate in 2023", "only on Saltmarsh"),
        "all maps",
        (
            "across every map",
            "not just Saltmarsh, all of them",
            "the maps don't matter",
            "맵 안 가리고",
            "전 맵 통틀어서",
            "da igual el mapa",
            "independientemente del mapa",
        ),
    ),
    "of how many games": (
        ("Terran win rate against Zerg on Copperline",),
        "how many games is that?",
        (
            "based on how many games?",
            "how big is the sample",
            "what's the n?",
            "표본은?",
            "몇 번 붙은 거야?",
            "¿cuántas fueron?",
            "¿qué tamaño tiene la muestra?",
        ),
    ),
    "how many wins": (
        ("Terran win rate against Zerg on Copperline",),
        "and how many wins?",
        ("how many did Terran win", "¿y ganadas?"),
    ),
    "another figure": (
        ("Zerg wins by map",),
        "no, losses",
        ("losses, not wins", "승수 말고 패배 수", "derrotas en vez de victorias"),
    ),
    "another grouping": (
        ("Zerg win rate by map",),
        "by year instead",
        (
            "by year instead of map",
            "not by map, by year",
            "맵 말고 연도별로",
            "맵별이 아니라 연도별",
            "no por mapa, por año",
        ),
    ),
    "one more grouping": (
        ("Zerg win rate by map",),
        "also by year",
        ("additionally by year", "연도별로도", "거기에 연도별로도"),
    ),
    "by map": (
        ("Zerg vs Protoss win rate in 2023",),
        "by map",
        ("one row per map", "group it by map", "맵 단위로 보여줘", "¿cómo se reparte por mapa?"),
    ),
    "no grouping": (
        ("Zerg win rate by map in 2023",),
        "overall",
        ("all maps combined", "전체는?", "통틀어서", "todos los mapas juntos", "sin desglosar"),
    ),
    "the year before": (
        ("Zerg win rate in 2023",),
        "and the year before?",
        ("1년 전에는?", "a year earlier", "¿y un año antes?"),
    ),
    "the month after": (
        ("2023년 5월 테란 승률",),
        "그 다음 달은?",
        ("담달은?", "한 달 뒤는?", "one month later?", "¿y un mes después?", "el mes que sigue"),
    ),
    "the other way round": (
        ("Zerg win rate against Protoss in 2023",),
        "and the other way around?",
        ("now flip the sides", "서로 바꾸면?", "¿y lo contrario?", "invierte los lados"),
    ),
    "the other end": (
        ("win rate by player", "who is the best?"),
        "and the worst?",
        ("and the opposite?", "¿y lo contrario?", "누가 제일 못해?"),
    ),
    "no minimum": (
        ("win rate by player on Saltmarsh, at least 30 games",),
        "drop the minimum",
        (
            "regardless of the number of games",
            "without the 30 game limit",
            "판수 상관없이",
            "30판 조건 빼줘",
            "sin importar cuántas partidas",
        ),
    ),
    "another minimum": (
        ("win rate by player on Saltmarsh, at least 30 games",),
        "at least 50 games",
        ("50 instead of 30", "30판 말고 50판", "cámbialo a 50", "que sean 50"),
    ),
    "the first three": (
        ("win rate by player",),
        "top 3",
        ("show only the first three", "TOP3", "상위 셋만", "상위 세 명으로 줄여줘"),
    ),
    "from below": (
        ("win rate by player",),
        "lowest first",
        ("starting with the lowest", "낮은 순서대로", "낮은 사람부터 보여줘", "밑에서부터"),
    ),
    "only against": (
        ("Brisk win rate by map",),
        "only against Zerg",
        (
            "only Zerg opponents",
            "when he faces Zerg",
            "저그랑 할 때만",
            "solo cuando el rival es Zerg",
        ),
    ),
    "the one on top": (
        ("which player has the highest win rate?",),
        "that player by map",
        ("그 사람 맵별 승률", "1등 맵별 승률은?", "¿y su tasa por mapa?", "¿cómo le va por mapa?"),
    ),
    "there": (
        ("on which map does Terran win most often?",),
        "and Zerg there?",
        ("and for Zerg on it?", "거기선 저그 어때", "해당 맵에서 저그는"),
    ),
    "long games": (
        ("Zerg win rate by map",),
        "only games over 20 minutes",
        ("when games last more than 20 minutes", "cuando duran más de 20 minutos"),
    ),
    "go back": (
        ("Zerg win rate by map", "only 2023"),
        "go back",
        (
            "undo that",
            "back to what we had before",
            "이전으로 돌아가줘",
            "방금 거 취소",
            "원래대로 해줘",
            "vuelve atrás",
            "deshaz el último cambio",
        ),
    ),
    "how sure": (
        ("Zerg win rate against Terran on Saltmarsh",),
        "how sure is that?",
        (
            "is that statistically significant?",
            "could that just be luck?",
            "margin of error?",
            "그거 믿을만해?",
            "통계적으로 유의해?",
            "우연 아니야?",
            "¿es significativo?",
            "¿qué tan confiable es eso?",
        ),
    ),
}  # fmt: skip


def table() -> str:
    lines = ["date,tournament,map,player1,race1,player2,race2,winner,minutes"]
    names = tuple(PLAYERS)
    for index in range(360):
        day = date(2022, 1, 3) + timedelta(days=2 * index + index // 3)
        one, two = names[index % 4], names[(index + 1 + index // 4 % 3) % 4]
        won = one if (index * 7 + index // 5) % 11 < 5 else two
        cup = ("Harbor Open", "Lantern Cup")[index // 2 % 2]
        lines.append(
            f"{day},{cup},{MAPS[index // 4 % 3]},{one},{PLAYERS[one]},{two},{PLAYERS[two]},"
            f"{won},{8 + index * 5 % 23}"
        )
    return "\n".join(lines)


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    folder: Path = tmp_path_factory.mktemp("turns")
    found = Talk.about(table(), folder, TODAY)
    yield found
    found.analyst.close()


@pytest.mark.parametrize("name", GROUPS)
def test_each_is_read_as_the_plain_one(talk: Talk, name: str) -> None:
    before, plain, others = GROUPS[name]
    talk.anew()
    talk.answer(*before)
    heard = talk.hear(plain)
    assert isinstance(heard, Answerable)
    wanted = heard.frame
    for other in others:
        found = talk.hear(other)
        assert isinstance(found, Answerable), (other, found)
        assert found.frame == wanted, (other, found.frame)


def test_going_back_is_the_answer_before(talk: Talk) -> None:
    talk.anew()
    first = talk.answer("Zerg win rate by map")
    talk.answer("only 2023")
    assert talk.answer("go back") == first
    assert talk.answer("and by year?").period == ()


def test_how_sure_is_told_with_the_interval(talk: Talk) -> None:
    talk.anew()
    asked = talk.answer("Zerg win rate against Terran", "as a table")
    told = talk.answer("is that significant?")
    assert asked.presentation == "table"
    assert told == asked.model_copy(update={"presentation": "auto"})
    assert "95%" in talk.text
    talk.answer("how many games is that?")
    told_how = talk.say("how reliable is that?")  # a count has no interval
    assert isinstance(told_how, Explain)
    assert told_how.kind == "method"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("thanks a lot!", "thanks"), ("ㄱㅅ", "thanks"), ("never mind", "left"),
        ("아니 됐어", "left"), ("olvídalo", "left")
    ],
)  # fmt: skip
def test_what_says_nothing_of_the_table(talk: Talk, text: str, kind: str) -> None:
    talk.anew()
    talk.answer("Zerg win rate")
    outcome = talk.say(text)
    assert isinstance(outcome, Explain)
    assert outcome.kind == kind


def answered(talk: Talk, text: str) -> object:
    """Return what a message is understood as, after "win rate on Saltmarsh" asked for a race."""
    read = understanding(talk.analyst)
    asked = read.understand("win rate on Saltmarsh", today=TODAY).outcome
    assert isinstance(asked, Ask)
    waiting = Waiting(asked.frame, asked.slot, ("Zerg", "Protoss", "Terran", "*"))
    return read.understand(text, today=TODAY, waiting=waiting).outcome


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Zerg win rate", "Zerg"), ("저그 승률", "Zerg"), ("2", "Protoss"),
        ("the second one", "Protoss"), ("두 번째", "Protoss"), ("3번이요", "Terran"),
        ("la primera", "Zerg"), ("el último", "Terran"),
    ],
)  # fmt: skip
def test_an_offered_choice_is_named_by_its_place(talk: Talk, text: str, value: str) -> None:
    outcome = answered(talk, text)
    assert isinstance(outcome, Answerable)
    assert {one.dimension: one.values for one in outcome.frame.filters} == {
        "map": ("Saltmarsh",),
        "race": (value,),
    }


@pytest.mark.parametrize("text", ["all three", "las tres", "셋 다"])
def test_all_choices_are_taken(talk: Talk, text: str) -> None:
    outcome = answered(talk, text)
    assert isinstance(outcome, Answerable)
    assert outcome.frame.group_by == ("race",)


def test_so_many_as_are_not_offered_are_no_answer(talk: Talk) -> None:
    assert isinstance(answered(talk, "all four"), Ask)
    assert isinstance(answered(talk, "9번"), Ask)
