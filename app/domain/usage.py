"""What a language model took for an answer, as far as its agent tells."""

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Final

from pydantic import JsonValue

from app.domain.base import Value

USAGE: Final = "usage"
"""In the metadata of an agent's message: what its task took so far, all in all."""

_MOST: Final = 10**12
_INPUT: Final = ("input_tokens", "prompt_tokens")
_OUTPUT: Final = ("output_tokens", "completion_tokens")


class Usage(Value):
    """Tokens that a model read and wrote; `cost` is in units of the currency (ISO 4217).

    `cost` is None where nobody told it. `model` is empty where it is not known or not one.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    currency: str = ""
    model: str = ""

    @property
    def tokens(self) -> int:
        """All tokens, read and written."""
        return self.input_tokens + self.output_tokens


def usage_of(metadata: Mapping[str, JsonValue]) -> Usage | None:
    """Read what a message tells of usage; what is not sensible counts as not told.

    Told are `input_tokens` and `output_tokens` (or `prompt_tokens` and `completion_tokens`), and
    perhaps `model`, and `cost` with its `currency`.
    """
    told = metadata.get(USAGE)
    if not isinstance(told, dict):
        return None
    read, made = _count(told, _INPUT), _count(told, _OUTPUT)
    cost, currency = told.get("cost"), told.get("currency")
    paid = isinstance(currency, str) and len(currency) == 3 and currency.isascii()
    amount = _amount(cost) if paid else None
    if not read and not made and amount is None:
        return None
    model = told.get("model")
    return Usage(
        input_tokens=read,
        output_tokens=made,
        cost=amount,
        currency=str(currency).upper() if amount is not None else "",
        model=" ".join(model.split())[:80] if isinstance(model, str) else "",
    )


def summed(usages: Iterable[Usage]) -> list[Usage]:
    """Return what several answers took together: one for each currency, none told coming first."""
    found: dict[str, Usage] = {}
    for one in usages:
        held = found.get(one.currency, Usage(currency=one.currency))
        cost = None if one.cost is None else (held.cost or 0.0) + one.cost
        found[one.currency] = Usage(
            input_tokens=held.input_tokens + one.input_tokens,
            output_tokens=held.output_tokens + one.output_tokens,
            cost=cost,
            currency=one.currency,
        )
    return [found[currency] for currency in sorted(found)]


def in_all(usages: Sequence[Usage]) -> dict[str, JsonValue]:
    """Return what several took together, as a message tells it; empty where none was told.

    The cost is told where each has one, all of one currency, and the model where it is one alone.
    """
    if not usages:
        return {}
    told: dict[str, JsonValue] = {
        "input_tokens": sum(one.input_tokens for one in usages),
        "output_tokens": sum(one.output_tokens for one in usages),
    }
    models, currencies = ({getattr(one, key) for one in usages} for key in ("model", "currency"))
    if len(models) == 1:
        told["model"] = models.pop()
    if len(currencies) == 1 and (currency := currencies.pop()):
        told |= {"cost": sum(one.cost or 0.0 for one in usages), "currency": currency}
    return told


def _count(told: Mapping[str, JsonValue], names: tuple[str, ...]) -> int:
    for name in names:
        value = told.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _MOST:
            return int(value)
    return 0


def _amount(value: JsonValue) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if isfinite(value) and 0 <= value <= _MOST else None
