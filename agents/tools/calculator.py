"""`calculator`: arithmetic, so that a model need not do it: what it gives may be shown.

An expression is parsed, never run: numbers, + - * / // % ** and the functions of
`FUNCTIONS`.
"""

import ast
import math
import operator
import statistics
from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import Field

from agents.tools.tool import Action, Parameters, Tool
from app.errors import BadInput

FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "abs": abs, "min": min, "max": max, "round": round, "sqrt": math.sqrt, "log": math.log,
    "exp": math.exp, "floor": math.floor, "ceil": math.ceil,
    "sum": lambda *values: math.fsum(values),
    "mean": lambda *values: statistics.fmean(values),
    "median": lambda *values: statistics.median(values),
    "stdev": lambda *values: statistics.stdev(values),
}  # fmt: skip
_BINARY: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}  # fmt: skip
_LONGEST: Final = 500
_MOST: Final = 1e300
_MOST_EXPONENT: Final = 1_000


class Expression(Parameters):
    """What is to be computed."""

    expression: str = Field(
        min_length=1,
        max_length=_LONGEST,
        description="arithmetic, such as (58 - 51) / 51 * 100 or mean(3, 4, 9)",
    )


def calculator() -> Tool:
    """Return the tool; it touches nothing outside the program's memory."""

    async def evaluate(given: Expression) -> dict[str, float | int]:
        return {"result": computed(given.expression)}

    return Tool(
        name="calculator",
        description="Arithmetic.",
        actions=(
            Action(
                name="evaluate",
                description=f"Compute an expression: + - * / // % ** and {', '.join(FUNCTIONS)}.",
                parameters=Expression,
                run=evaluate,
            ),
        ),
    )


def computed(expression: str) -> float | int:
    """Return what an expression comes to; raises `BadInput` for what is none, or too large."""
    try:
        tree = ast.parse(expression.strip(), mode="eval")
        value: float | int = _value(tree.body)
    except (SyntaxError, RecursionError, MemoryError):
        raise _bad("it is no arithmetic") from None
    except ZeroDivisionError:
        raise _bad("it divides by zero") from None
    except (ValueError, OverflowError, TypeError, statistics.StatisticsError) as error:
        raise _bad(str(error) or "it has no value") from None
    if not math.isfinite(value):
        raise _bad("it has no value")
    return value


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner)
        case ast.UnaryOp(op=ast.UAdd(), operand=inner):
            return _value(inner)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            one, two = _value(left), _value(right)
            if isinstance(op, ast.Pow) and (abs(two) > _MOST_EXPONENT or abs(one) > _MOST):
                raise _bad("its powers are too large")
            found = _BINARY[type(op)](one, two)
            if isinstance(found, complex) or abs(found) > _MOST:
                raise _bad("it is too large")
            return found
        case ast.Call(func=ast.Name(id=name), args=given, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*map(_value, given))
        case _:
            raise _bad(f"numbers, + - * / // % ** and {', '.join(FUNCTIONS)} are known")


def _bad(why: str) -> BadInput:
    return BadInput(f"The expression cannot be computed: {why}.", key="bad_expression")
