"""Win rates with the players' skill taken out: Bradley-Terry with a term for each matchup."""

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from agents.data.statistics import Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RIDGE = 1.0
SAMPLES = 120
_SECONDS = 10.0
_MOST_PLAYERS = 400
_SEED = 20201


class Won(NamedTuple):
    """Games that ended alike: who won against whom, of which races, and how many such games."""

    own: str
    rival: str
    player: str
    loser: str
    games: int


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
    55-67), fitted by Newton's method. Intervals are percentiles of 120 samples of the games with
    replacement (B. Efron, Annals of Statistics 7 (1979), 1-26), drawn alike each time. Beyond 400
    players those with the fewest games are taken as average.
    """

    def __init__(self, games: Sequence[Won]) -> None:
        """Fit; blocks for some seconds, at most about ten."""
        import numpy as np

        self._pairs = sorted({(min(g.own, g.rival), max(g.own, g.rival)) for g in games
                              if g.own != g.rival})  # fmt: skip
        counts: dict[str, int] = {}
        for game in games:
            for name in (game.player, game.loser):
                counts[name] = counts.get(name, 0) + game.games
        players = sorted(counts, key=lambda name: (-counts[name], name))[:_MOST_PLAYERS]
        place = {name: i for i, name in enumerate(players)}
        size = len(players) + len(self._pairs)
        # Each row has at most three terms: the winner, the loser, the matchup.
        columns = np.zeros((len(games), 3), dtype=np.int64)
        signs = np.zeros((len(games), 3))
        for row, game in enumerate(games):
            for term, (name, sign) in enumerate(((game.player, 1.0), (game.loser, -1.0))):
                if name in place:
                    columns[row, term], signs[row, term] = place[name], sign
            pair = (min(game.own, game.rival), max(game.own, game.rival))
            if pair in self._pairs:
                columns[row, 2] = len(players) + self._pairs.index(pair)
                signs[row, 2] = 1.0 if game.own == pair[0] else -1.0
        self._columns, self._signs, self._size = columns, signs, size
        self._cells = (columns[:, :, None] * size + columns[:, None, :]).ravel()
        self._products = (signs[:, :, None] * signs[:, None, :]).reshape(len(games), 9)
        penalty = np.full(size, RIDGE)
        penalty[len(players) :] = 1e-6
        self._penalty = penalty
        weights = np.array([game.games for game in games], dtype=float)
        best = self._fit(weights, np.zeros(size), steps=12)
        self._effects = best[len(players) :]
        self._samples = self._bootstrap(weights, best, len(players))

    def _fit(
        self, weights: "NDArray[np.float64]", start: "NDArray[np.float64]", *, steps: int
    ) -> "NDArray[np.float64]":
        import numpy as np

        found = start.copy()
        for _ in range(steps):
            odds = (self._signs * found[self._columns]).sum(axis=1)
            chance = 1.0 / (1.0 + np.exp(-np.clip(odds, -30, 30)))
            pull = self._signs * (weights * (1.0 - chance))[:, None]
            pulled = np.bincount(self._columns.ravel(), pull.ravel(), self._size)
            slope = pulled - self._penalty * found
            bend = (self._products * (weights * chance * (1.0 - chance))[:, None]).ravel()
            curve = np.bincount(self._cells, bend, self._size**2).reshape(self._size, self._size)
            step = np.linalg.solve(curve + np.diag(self._penalty), slope)
            found += step
            if float(np.abs(step).max()) < 1e-8:
                break
        return found

    def _bootstrap(
        self, weights: "NDArray[np.float64]", best: "NDArray[np.float64]", players: int
    ) -> "NDArray[np.float64]":
        import numpy as np

        random = np.random.default_rng(_SEED)
        total, chances = int(weights.sum()), weights / weights.sum()
        until = monotonic() + _SECONDS
        found = []
        for _ in range(SAMPLES):
            drawn = random.multinomial(total, chances).astype(float)
            found.append(self._fit(drawn, best, steps=3)[players:])
            if monotonic() > until:
                break
        return np.array(found)

    def rate(self, own: str, rivals: dict[str, int]) -> Adjusted | None:
        """Return the rate of a race against rivals, weighted by their games; None for mirrors."""
        import numpy as np

        known = {r: n for r, n in rivals.items() if (min(own, r), max(own, r)) in self._pairs}
        if not known:
            return None
        one = self._mixed(own, known, self._effects[None, :])[0]
        many = self._mixed(own, known, self._samples)
        low, high = np.percentile(many, [2.5, 97.5])
        return Adjusted(float(one), Interval(float(low), float(high)), len(many))

    def _mixed(
        self, own: str, rivals: dict[str, int], effects: "NDArray[np.float64]"
    ) -> "NDArray[np.float64]":
        import numpy as np

        found = np.zeros(len(effects))
        for rival, games in rivals.items():
            pair = (min(own, rival), max(own, rival))
            sign = 1.0 if own == pair[0] else -1.0
            effect = effects[:, self._pairs.index(pair)]
            found += games / (1.0 + np.exp(-sign * effect))
        return found / sum(rivals.values())


def adjust(games: Sequence[Won], asked: Sequence[tuple[str, str | None]]) -> list[Adjusted | None]:
    """Fit the games once, and return the rate of each race, against one rival or against all."""
    if not games:
        return [None for _ in asked]
    model = SkillModel(games)
    met: dict[str, dict[str, int]] = {}
    for game in games:
        for own, rival in ((game.own, game.rival), (game.rival, game.own)):
            rivals = met.setdefault(own, {})
            rivals[rival] = rivals.get(rival, 0) + game.games
    return [
        model.rate(own, {rival: 1} if rival is not None else met.get(own, {}))
        for own, rival in asked
    ]
