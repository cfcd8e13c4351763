"""The calculator: arithmetic that is parsed, never run."""

import math

import pytest

from agents.tools.calculator import calculator, computed
from app.errors import BadInput


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("(58 - 51) / 51 * 100", (58 - 51) / 51 * 100),
        ("mean(3, 4, 9)", 16 / 3),
        ("-2 ** 2 + 7 % 4", -1),
        ("round(sqrt(2), 3)", 1.414),
        ("sum(0.1, 0.1, 0.1)", 0.3),
        ("1_000 + 2", 1002),
    ],
)
def test_arithmetic_comes_to_its_value(expression: str, value: float) -> None:
    assert math.isclose(computed(expression), value)


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os').system('x')", "open('/etc/passwd')", "(1).__class__", "[1][0]", "x",
        "lambda: 1", "1 if 1 else 2", "'a' * 3", "9 ** 9 ** 9", "1 / 0", "", "2 +", "1e308 * 10",
        "(" * 400, "mean()", "True + 1", "sqrt(-1)", "(-8) ** 0.5", "round(1, ndigits=2)",
    ],
)  # fmt: skip
def test_anything_else_is_refused_in_words(expression: str) -> None:
    with pytest.raises(BadInput, match="cannot be computed"):
        computed(expression)


@pytest.mark.anyio
async def test_it_is_a_tool_that_touches_nothing() -> None:
    (action,) = calculator().actions
    assert action.effects == frozenset()
    assert await action({"expression": "6 * 7"}) == {"result": 42}
