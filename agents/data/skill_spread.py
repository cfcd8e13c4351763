"""How far apart players' skills are: the spread under which samples look like the games."""

from math import ceil, log
from typing import TYPE_CHECKING

from agents.data.logistic import Logistic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LEAST, _MOST = 1e-3, 25.0  # squared log-odds
_ROUNDS = 10
_ALIKE = 0.02  # in the logarithm of the mean square of fitted skills
_PLAYERS = 600  # so many are drawn in each round, in several samples if need be
_PACE = 1.2  # fitted skills spread a little less than in proportion
_SEED = 20202


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

    random = np.random.default_rng(_SEED)
    games = fit.columns.games.astype(np.int64)
    squares, samples = 0.0, ceil(_PLAYERS / fit.players)
    for _ in range(samples):
        true = best.copy()
        true[: fit.players] = random.normal(0.0, variance**0.5, fit.players)
        won = random.binomial(games, fit.chances(true)).astype(np.float64)
        skills = fit.fit(won, true, exact=False)[: fit.players]
        squares += float((skills * skills).mean())
    return max(squares / samples, 1e-12)
