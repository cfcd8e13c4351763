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
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(at_spi.missing(), reason="there is no X server, no bus or no AT-SPI here"),
]

FIRST, THIRD = "질문하기 · 3단계 중 1단계", "계산 방법 보기 · 3단계 중 3단계"
QUESTION, DONE = "종족별 승률", "마침"
AGENT = "에이전트: 예제 데이터"
CONVERSATIONS = "대화 목록"


@contextmanager
def program(environment: dict[str, str], profile: Path) -> Iterator[None]:
    command = [sys.executable, "-m", "app", "gui", "--profile", str(profile), "--lang", "ko"]
    running = subprocess.Popen(command, env=environment)
    try:
        yield
    finally:
        running.terminate()
        running.wait(PATIENCE)


def test_the_tour_leads_through_the_first_conversation_once(tmp_path: Path, profile: Path) -> None:
    with at_spi.screen(tmp_path) as (environment, reader):

        def shown(title: str) -> None:
            reader.until(lambda: reader.shows("label", title), title)

        with program(environment, profile):
            reader.wait("push button", AGENT)
            shown(FIRST)
            reader.press(reader.wait("push button", QUESTION))
            shown(THIRD)  # the example is answered with a picture, and nothing is asked back
            reader.press(reader.wait("push button", DONE))
            reader.until(lambda: not reader.shows("label", THIRD), "the end of the tour")
        assert "tour_seen = true" in (profile / "settings.toml").read_text("utf-8")
        with program(environment, profile):
            reader.wait("push button", AGENT)
            reader.until(lambda: reader.items(CONVERSATIONS) != [], "the conversation")
            assert not reader.shows("label", FIRST)
