"""Wilson's score interval in SQL, as `statistics.wilson` computes it."""

from agents.data.statistics import Z95

_Z2 = Z95**2


def wilson(won: str) -> tuple[str, str]:
    """Return the columns `centre` and `half` of the interval, of `won` games of `games`."""
    return (
        f"({won} + {_Z2 / 2}) / (games + {_Z2}) AS centre",
        f"{Z95} * SQRT({won} * (games - {won}) / games + {_Z2 / 4}) / (games + {_Z2}) AS half",
    )
