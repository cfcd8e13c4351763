"""Win rates with the players' skill taken out: Bradley-Terry with a term for each matchup."""

from collections.abc import Sequence
from math import ceil, exp, log, pi
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from agents.data.compute.skill.logistic import Logistic
from agents.data.compute.skill.pairings import Pairings
from agents.data.compute.statistics import Z95, Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SAMPLES = 120
_MOST_MOVED = 20_000_000  # numbers held at once; beyond, each sample is solved for by itself
_SEED = 20201
_FLATTEST = 0.1
_FLATTENED = (16 * 3**0.5 / (15 * pi)) ** 2  # of the logistic curve by a normal one


class Adjusted(NamedTuple):
    """A rate between players of equal skill (0 … 1), and its bootstrap interval."""

    rate: float
    interval: Interval
    samples: int


class SkillModel:
    """Owns the fit of one set of games.

    The log-odds that a wins against b are skill(a) − skill(b) + matchup(own, rival): R. A. Bradley
    and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952), 324-345,
    with a ridge penalty on skills (A. E. Hoerl and R. W. Kennard, Technometrics 12 (1970), 55-67).
    All games with two known players are fitted, mirrors too: they tell skills.

    Players are a draw from all who might play: what is asked is how a side fares whoever plays it.
    So skills are random effects (N. E. Breslow and D. G. Clayton, JASA 88 (1993), 9-25), whose
    variance the games tell (`spread_of`). The ridge is its inverse, and 1 at most: where most
    players are alike, a single strong one would else count as the strength of a side. What is left
    unsure of skills flattens the effects of matchups, which is put right by S. L. Zeger, K.-Y.
    Liang and P. S. Albert, Biometrics 44 (1988), 1049-1060.

    Intervals are by the spread of 120 samples, drawn alike each time, in which both the games and
    the players' skills are drawn anew (B. Efron, Annals of Statistics 7 (1979), 1-26; games by
    Poisson counts: J. A. Hanley and B. MacGibbon, Computer Methods and Programs in Biomedicine 83
    (2006), 57-62), each one Newton step from the fit, with the fit's curvature (R. Davidson and J.
    G. MacKinnon, International Economic Review 40 (1999), 487-508). Drawing games alone would take
    the players that happened to play for all there are: where each plays one side, that left out
    the true effect in a third of simulated tables.
    """

    def __init__(self, pairings: Pairings, stopped: Event | None = None) -> None:
        """Fit; blocks. Raises `FitStopped` soon after `stopped` is set."""
        import numpy as np

        self._pairings = pairings
        self._places = {pair: place for place, pair in enumerate(pairings.matchups)}
        columns = pairings.columns()
        self._fit = Logistic(columns, pairings.players, len(self._places), stopped or Event())
        best = self._fit.fit(columns.games)
        self.variance = spread_of(self._fit, best)
        if self.variance > self._fit.variance:
            self._fit.take(self.variance)
            best = self._fit.fit(columns.games, best)
        flat = 1.0 + _FLATTENED * self._fit.unsure(best, self.variance)
        steep = np.sqrt(np.maximum(flat, _FLATTEST))
        self._effects = best[pairings.players :] * steep
        self._samples = self._sampled(best, np.random.default_rng(_SEED)) * steep

    def _sampled(
        self, best: "NDArray[np.float64]", random: "np.random.Generator"
    ) -> "NDArray[np.float64]":
        """Return the effects of matchups in each sample."""
        import numpy as np

        weights, players = self._fit.columns.games, self._pairings.players
        apart = self.variance**0.5 / self._fit.variance  # how far skills pull the ridge
        few = len(self._places) * (len(weights) + players) <= _MOST_MOVED
        by_games, by_skills = self._fit.moved(best) if few else (None, None)
        found = []
        for _ in range(SAMPLES):
            self._fit.look()
            drawn = random.poisson(weights).astype(np.float64)
            pulled = random.normal(0.0, apart, players)
            if by_games is not None and by_skills is not None:
                moved = by_games @ (drawn - weights) + by_skills @ pulled
                found.append(best[players:] + moved)
            else:
                found.append(self._fit.stepped(best, drawn, pulled))
        return np.array(found)

    def rate(self, own: str, rivals: dict[str, int]) -> Adjusted | None:
        """Return the rate of a side against rivals, weighted by their games.

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
        odds = float(np.log(one / (1.0 - one)))
        half = Z95 * float(np.log(many / (1.0 - many)).std(ddof=1))
        low, high = (1.0 / (1.0 + exp(-(odds + side * half))) for side in (-1.0, 1.0))
        return Adjusted(float(one), Interval(low, high), len(many))

    def _is_open(self, own: str, rival: str) -> bool:
        """Whether either of two sides won a game against the other."""
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
        mixed: NDArray[np.float64] = np.clip(found / sum(rivals.values()), 1e-12, 1.0 - 1e-12)
        return mixed


def adjust(
    pairings: Pairings, asked: Sequence[tuple[str, str | None]], stopped: Event | None = None
) -> list[Adjusted | None]:
    """Fit the games once, and return the rate of each side, against one rival or against all.

    Blocks for the time of the fit; raises `FitStopped` soon after `stopped` is set.
    """
    if not pairings.matchups:
        return [None for _ in asked]
    model = SkillModel(pairings, stopped)
    return [
        model.rate(own, {rival: 1} if rival is not None else pairings.rivals(own))
        for own, rival in asked
    ]


_LEAST, _MOST = 1e-3, 25.0  # squared log-odds
_ROUNDS = 10
_ALIKE = 0.02  # in the logarithm of the mean square of fitted skills
_PLAYERS = 600  # so many are drawn in each round, in several samples if need be
_PACE = 1.2  # fitted skills spread a little less than in proportion
_SPREAD_SEED = 20202


def spread_of(fit: Logistic, best: "NDArray[np.float64]") -> float:
    """Return the variance of the players' skills (squared log-odds).

    The fit itself draws skills together, and more so where there are few games. So skills are
    drawn from a normal distribution, games from these, and the fit is made to both; sought is the
    variance for which fitted skills are as far apart as those of the games, `best`: C. Gourieroux,
    A. Monfort and E. Renault, "Indirect inference", Journal of Applied Econometrics 8 (1993),
    S85-S118; A. Y. C. Kuk, Journal of the Royal Statistical Society B 57 (1995), 395-407. Raises
    `FitStopped`.
    """
    import numpy as np

    skills = best[: fit.players]
    seen = float((skills * skills).mean())
    known = fit.known(best)
    shrunk = known / (known + 1.0 / fit.variance)
    noise = float((shrunk * shrunk / np.maximum(known, 1e-9)).mean())
    found = (seen - noise) / float((shrunk * shrunk).mean())  # as if all rivals' skills were known
    found = min(max(found, seen / 2, _LEAST), _MOST)
    for _ in range(_ROUNDS):
        apart = log(max(seen, 1e-12) / _drawn_apart(fit, best, found))
        found = min(max(found * float(np.exp(_PACE * apart)), _LEAST), _MOST)
        if abs(apart) < _ALIKE or found in (_LEAST, _MOST):
            break
    return found


def _drawn_apart(fit: Logistic, best: "NDArray[np.float64]", variance: float) -> float:
    """Return the mean square of skills that are fitted to samples of a variance."""
    import numpy as np

    random = np.random.default_rng(_SPREAD_SEED)
    games = fit.columns.games.astype(np.int64)
    squares, samples = 0.0, ceil(_PLAYERS / fit.players)
    for _ in range(samples):
        true = best.copy()
        true[: fit.players] = random.normal(0.0, variance**0.5, fit.players)
        won = random.binomial(games, fit.chances(true)).astype(np.float64)
        skills = fit.fit(won, true, exact=False)[: fit.players]
        squares += float((skills * skills).mean())
    return max(squares / samples, 1e-12)
