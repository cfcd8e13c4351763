"""Only what is asked for in so many words is remembered, in three languages."""

import pytest

from app.domain.memories import Wish, wish_in


@pytest.mark.parametrize(
    ("said", "text", "key"),
    [
        ("Remember that my favourite race is Zerg.", "my favourite race is Zerg", "favourite race"),
        ("please remember: the deadline is Friday", "the deadline is Friday", ""),
        ("Don't forget that I read Korean", "I read Korean", ""),
        ("내 이름은 지민이라고 기억해 줘", "내 이름은 지민", "이름"),
        ("한 주는 일요일에 시작한다고 꼭 기억해 줘", "한 주는 일요일에 시작한다", ""),
        ("우리 팀에 아이라는 거 기억해줘", "우리 팀에 아이", ""),
        ("나는 초보라는 것을 기억해 주세요", "나는 초보", ""),
        ("밤에만 하는 걸 기억해 둬", "밤에만 하는 것", ""),
        ("기억해: 저는 저그만 합니다", "저는 저그만 합니다", ""),
        ("제 마감일은 금요일입니다. 기억해 주세요", "제 마감일은 금요일입니다", "마감일"),
        ("Recuerda que mi raza es Zerg", "mi raza es Zerg", "raza"),
        ("No olvides que siempre quiero gráficos", "siempre quiero gráficos", ""),
    ],
)
def test_a_request_to_remember_gives_one_fact(said: str, text: str, key: str) -> None:
    assert wish_in(said) == Wish(text, key, forget=False)


@pytest.mark.parametrize(
    ("said", "text", "key"),
    [
        ("Forget that my race is Zerg", "my race is Zerg", "race"),
        ("forget: my race", "my race", "race"),
        ("내 이름 잊어 줘", "내 이름", "이름"),
        ("Olvida que mi raza es Zerg", "mi raza es Zerg", "raza"),
    ],
)
def test_a_request_to_forget_names_what(said: str, text: str, key: str) -> None:
    assert wish_in(said) == Wish(text, key, forget=True)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "Do you remember that my race is Zerg?",
        "I remember that day well",
        "저그 승률을 알려 줘",
        "어제 경기 기억해?",
        "¿Recuerdas mi raza?",
        "My race is Zerg.",
        "Remember that",
        "Remember that " + "x" * 3000,
    ],
)
def test_nothing_else_is_remembered(said: str) -> None:
    assert wish_in(said) is None
