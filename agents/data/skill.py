"""Win rates with the players' skill taken out: Bradley-Terry with a term for each matchup."""

from collections.abc import Sequence
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from agents.data.logistic import Logistic
from agents.data.pairings import Pairings
from agents.data.statistics import Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SAMPLES = 120
REFITTED = 5_000  # so many pairings are fitted anew for each sample within a second or two
_MOST_MOVED = 20_000_000  # numbers held at once; beyond, each sample is solved for by itself
_SEED = 20201


class Adjusted(NamedTuple):
    """A rate between players of equal skill (0 … 1), and its bootstrap interval."""

    rate: float
    interval: Interval
    samples: int


class SkillModel:
    """Owns the fit of one set of games.

    The log-odds that a wins against b are skill(a) − skill(b) + matchup(own, rival): R. A. Bradley
    and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952), 324-345,
    with a ridge penalty of 1 on skills (A. E. Hoerl and R. W. Kennard, Technometrics 12 (1970),
    55-67). All games with two known players are fitted, mirrors too: they tell skills.

    Intervals are percentiles of 120 samples of the games with replacement (B. Efron, Annals of
    Statistics 7 (1979), 1-26), drawn alike each time. Up to 5,000 pairings each sample is fitted
    anew. Beyond that it is one Newton step from the fit, with the fit's curvature (R. Davidson and
    J. G. MacKinnon, International Economic Review 40 (1999), 487-508), and the games are drawn by
    Poisson counts (J. A. Hanley and B. MacGibbon, Computer Methods and Programs in Biomedicine 83
    (2006), 57-62): fitted anew, thousands of players with some games each would seem further apart
    than they are, and the interval would leave the rate itself out.
    """

    def __init__(self, pairings: Pairings, stopped: Event | None = None) -> None:
        """Fit; blocks. Raises `FitStopped` soon after `stopped` is set."""
        import numpy as np

        self._pairings = pairings
        self._places = {pair: place for place, pair in enumerate(pairings.matchups)}
        columns = pairings.columns()
        self._fit = Logistic(columns, pairings.players, len(self._places), stopped or Event())
        best = self._fit.fit(columns.games)
        self._effects = best[pairings.players :]
        random = np.random.default_rng(_SEED)
        refits = len(pairings) <= REFITTED
        self._samples = self._refitted(best, random) if refits else self._stepped(best, random)

    def _refitted(
        self, best: "NDArray[np.float64]", random: "np.random.Generator"
    ) -> "NDArray[np.float64]":
        import numpy as np

        weights = self._fit.columns.games
        total, chances = int(weights.sum()), weights / weights.sum()
        found = []
        for _ in range(SAMPLES):
            drawn = random.multinomial(total, chances).astype(np.float64)
            found.append(self._fit.fit(drawn, best, exact=False)[self._pairings.players :])
        return np.array(found)

    def _stepped(
        self, best: "NDArray[np.float64]", random: "np.random.Generator"
    ) -> "NDArray[np.float64]":
        import numpy as np

        weights, players = self._fit.columns.games, self._pairings.players
        few = len(self._places) * len(weights) <= _MOST_MOVED
        moved = self._fit.moved(best) if few else None
        found = []
        for _ in range(SAMPLES):
            self._fit.look()
            drawn = random.poisson(weights).astype(np.float64)
            if moved is not None:
                found.append(self._effects + moved @ (drawn - weights))
            else:
                found.append(self._fit.stepped(best, drawn)[players:])
        return np.array(found)

    def rate(self, own: str, rivals: dict[str, int]) -> Adjusted | None:
        """Return the rate of a race against rivals, weighted by their games.

        There is none against itself, nor where all games of a matchup were won by one side: these
        have no finite log-odds.
        """
        import numpy as np

        known = {rival: games for rival, games in rivals.items()
                 if rival != own and self._is_open(own, rival)}  # fmt: skip
        if not known:
            return None
        one = self._mixed(own, known, self._effects[None, :])[0]
        many = self._mixed(own, known, self._samples)
        low, high = np.percentile(many, [2.5, 97.5])
        return Adjusted(float(one), Interval(float(low), float(high)), len(many))

    def _is_open(self, own: str, rival: str) -> bool:
        """Whether either of two races won a game against the other."""
        return bool(self._pairings.won(own, rival) and self._pairings.won(rival, own))

    def _mixed(
        self, own: str, rivals: dict[str, int], effects: "NDArray[np.float64]"
    ) -> "NDArray[np.float64]":
        import numpy as np

        found = np.zeros(len(effects))
        for rival, games in rivals.items():
            pair = (min(own, rival), max(own, rival))
            sign = 1.0 if own == pair[0] else -1.0
            found += games / (1.0 + np.exp(-sign * effects[:, self._places[pair]]))
        return found / sum(rivals.values())


def adjust(
    pairings: Pairings, asked: Sequence[tuple[str, str | None]], stopped: Event | None = None
) -> list[Adjusted | None]:
    """Fit the games once, and return the rate of each race, against one rival or against all.

    Blocks for the time of the fit; raises `FitStopped` soon after `stopped` is set.
    """
    if not pairings.matchups:
        return [None for _ in asked]
    model = SkillModel(pairings, stopped)
    return [
        model.rate(own, {rival: 1} if rival is not None else pairings.rivals(own))
        for own, rival in asked
    ]
