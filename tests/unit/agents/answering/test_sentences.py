"""Names take what fits behind them in a Korean sentence."""

import pytest

from agents.answering.sentences import SentenceName


@pytest.mark.parametrize(
    ("name", "form", "written"),
    [
        ("지역", "{:별}", "지역별"),
        ("성별", "{:별}", "성별"),
        ("2024년", "{:에서}", "2024년에"),
        ("서울", "{:에서}", "서울에서"),
        ("86", "{:**으로로}", "**86**으로"),
    ],
)
def test_a_name_takes_what_fits_behind_it(name: str, form: str, written: str) -> None:
    assert form.format(SentenceName(name)) == written
