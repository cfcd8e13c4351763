"""JSON as it is typed: what everybody reads is read, and what only Python reads is refused."""

import pytest

from app.system.strict_json import read_typed


@pytest.mark.parametrize(
    "text",
    [
        '{"k": NaN}',
        '{"k": [-Infinity]}',
        '{"k": 1e999}',
        '{"k": "\\ud800"}',
        '{"\\udc00": 1}',
        "[" * 100_000,
        "{",
    ],
)
def test_what_no_agent_could_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_typed(text)


def test_all_else_is_read() -> None:
    assert read_typed('{"한": ["\\ud83d\\ude00", 1.5, null]}') == {"한": ["😀", 1.5, None]}
