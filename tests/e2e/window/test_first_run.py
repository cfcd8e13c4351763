"""A new person's first run, in the real window: the tour leads through the sample, and never again.

Whoever reads it is a screen reader, so that nothing of the program is known from inside.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("jeepney")
from tests.e2e.window import at_spi

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(at_spi.missing(), reason="there is no X server, no bus or no AT-SPI here"),
]

# The titles of the three steps, the example question, the answer that is chosen, and "Done".
WORDS = {
    "en": (
        ("Ask · Step 1 of 3", "Choose an answer · Step 2 of 3"),
        "See how it was computed · Step 3 of 3",
        ("Show me the win rate", "Terran", "Done", "Agent: Sample data"),
    ),
    "ko": (
        ("질문하기 · 3단계 중 1단계", "답 고르기 · 3단계 중 2단계"),
        "계산 방법 보기 · 3단계 중 3단계",
        ("승률 알려줘", "테란", "마침", "에이전트: 예제 데이터"),
    ),
    "es": (
        ("Pregunte · Paso 1 de 3", "Elija una respuesta · Paso 2 de 3"),
        "Vea cómo se calculó · Paso 3 de 3",
        ("Dime la tasa de victorias", "Terran", "Terminar", "Agente: Datos de ejemplo"),
    ),
}


LISTS = {"en": "Conversations", "ko": "대화 목록", "es": "Conversaciones"}
STARTED = 90.0
"""Seconds that a start may take on a machine that is busy."""


@contextmanager
def program(environment: dict[str, str], profile: Path, language: str) -> Iterator[None]:
    command = [sys.executable, "-m", "app", "gui", "--profile", str(profile), "--lang", language]
    running = subprocess.Popen(command, env=environment)
    try:
        yield
    finally:
        running.terminate()
        running.wait(20)


@pytest.mark.parametrize("language", WORDS)
def test_the_tour_leads_through_the_first_conversation_once(
    language: str, tmp_path: Path, profile: Path
) -> None:
    (first, second), third, (question, answer, done, agent) = WORDS[language]
    with at_spi.screen(tmp_path) as (environment, reader):

        def shown(title: str) -> None:
            reader.until(lambda: reader.shows("label", title), title)

        with program(environment, profile, language):
            reader.wait("push button", agent, seconds=STARTED)
            shown(first)
            reader.press(reader.wait("push button", question))
            shown(second)
            reader.press(reader.wait("push button", answer))
            shown(third)
            reader.press(reader.wait("push button", done))
            reader.until(lambda: not reader.shows("label", third), "the end of the tour")
        assert "tour_seen = true" in (profile / "settings.toml").read_text("utf-8")
        with program(environment, profile, language):
            reader.wait("push button", agent, seconds=STARTED)
            reader.until(lambda: reader.items(LISTS[language]) != [], "the conversation")
            assert not reader.shows("label", first)
