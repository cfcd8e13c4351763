"""A penalised logistic fit of who wins: a skill for each player, an effect for each matchup."""

from threading import Event
from typing import TYPE_CHECKING

from agents.data.pairings import Columns
from app.errors import DeskError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RIDGE = 1.0
_ON_MATCHUPS = 1e-6  # so little that it moves no figure, and a matchup always has a fit
_STEPS, _SOLVED_STEPS, _HALVED = 60, 1000, 30
_EXACT, _ENOUGH = 1e-8, 1e-4  # the largest last step, in log-odds
_SOLVED = 1e-2  # of each Newton step, which the next one mends
_MOVED, _STEPPED = 1e-8, 1e-4


class FitStopped(DeskError):
    """Someone stopped a fit."""

    key = "fit_stopped"


class Logistic:
    """Owns the columns of one fit; coefficients are the players' skills, then the matchups'.

    Newton's method, each step solved by conjugate gradients (M. R. Hestenes and E. Stiefel, Journal
    of Research of the National Bureau of Standards 49 (1952), 409-436): time and memory go by the
    number of pairings, whatever the number of players.
    """

    def __init__(self, columns: Columns, players: int, matchups: int, stopped: Event) -> None:
        import numpy as np

        self.columns = columns
        self._players, self._matchups, self._stopped = players, matchups, stopped
        self._penalty = np.full(players + matchups, RIDGE)
        self._penalty[players:] = _ON_MATCHUPS

    def look(self) -> None:
        """Raise `FitStopped` if the fit was stopped."""
        if self._stopped.is_set():
            raise FitStopped("The fit was stopped.")

    def fit(
        self,
        games: "NDArray[np.float64]",
        start: "NDArray[np.float64] | None" = None,
        *,
        exact: bool = True,
    ) -> "NDArray[np.float64]":
        """Return the coefficients (log-odds) that fit so many games of each pairing best."""
        import numpy as np

        found = np.zeros(len(self._penalty)) if start is None else start
        odds = self._odds(found)
        score = self._score(games, odds, found)
        for _ in range(_STEPS):
            chance = 1.0 / (1.0 + np.exp(-odds))
            slope = self._pull(games * (1.0 - chance)) - self._penalty * found
            step = self._solve(games * chance * (1.0 - chance), slope, _SOLVED)
            found, odds, score, step = self._along(games, found, step, score)
            if float(np.abs(step).max(initial=0.0)) < (_EXACT if exact else _ENOUGH):
                break
        return found

    def moved(self, best: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return by how much one more game of each pairing moves each matchup's effect.

        By the curvature at the fit `best`; an array of matchups by pairings.
        """
        import numpy as np

        chance = 1.0 / (1.0 + np.exp(-self._odds(best)))
        bend = self.columns.games * chance * (1.0 - chance)
        found = np.zeros((self._matchups, len(chance)))
        for place in range(self._matchups):
            one = np.zeros(len(self._penalty))
            one[self._players + place] = 1.0
            found[place] = self._odds(self._solve(bend, one, _MOVED)) * (1.0 - chance)
        return found

    def stepped(
        self, best: "NDArray[np.float64]", drawn: "NDArray[np.float64]"
    ) -> "NDArray[np.float64]":
        """Return the coefficients after one step from the fit `best` to other numbers of games.

        By the curvature at the fit, as `moved` has it.
        """
        import numpy as np

        games = self.columns.games
        chance = 1.0 / (1.0 + np.exp(-self._odds(best)))
        slope = self._pull((drawn - games) * (1.0 - chance))
        return best + self._solve(games * chance * (1.0 - chance), slope, _STEPPED)

    def _along(
        self,
        games: "NDArray[np.float64]",
        found: "NDArray[np.float64]",
        step: "NDArray[np.float64]",
        score: float,
    ) -> "tuple[NDArray[np.float64], NDArray[np.float64], float, NDArray[np.float64]]":
        """Go along a step, halved until the fit is no worse for it."""
        for _ in range(_HALVED):
            there = found + step
            odds = self._odds(there)
            reached = self._score(games, odds, there)
            if reached >= score - 1e-9 * abs(score):
                return there, odds, reached, step
            step = step / 2
        return found, self._odds(found), score, step * 0

    def _score(
        self,
        games: "NDArray[np.float64]",
        odds: "NDArray[np.float64]",
        found: "NDArray[np.float64]",
    ) -> float:
        import numpy as np

        likely = -float((games * np.logaddexp(0.0, -odds)).sum())
        return likely - 0.5 * float((self._penalty * found * found).sum())

    def _odds(self, found: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return the log-odds of each pairing's winner."""
        import numpy as np

        winner, loser, matchup, sign, _ = self.columns
        effects = np.append(found[self._players :], 0.0)  # the last for what is of no matchup
        odds: NDArray[np.float64] = found[winner] - found[loser] + sign * effects[matchup]
        return odds

    def _pull(self, by: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return what the pairings add up to, each by so much, for each coefficient."""
        import numpy as np

        winner, loser, matchup, sign, _ = self.columns
        skills = np.bincount(winner, by, self._players) - np.bincount(loser, by, self._players)
        return np.concatenate((skills, np.bincount(matchup + 1, sign * by, self._matchups + 1)[1:]))

    def _solve(
        self, bend: "NDArray[np.float64]", slope: "NDArray[np.float64]", near: float
    ) -> "NDArray[np.float64]":
        """Return the step that the curvature gives for a slope, to a relative residual."""
        import numpy as np

        winner, loser, matchup, sign, _ = self.columns
        skills = np.bincount(winner, bend, self._players) + np.bincount(loser, bend, self._players)
        effects = np.bincount(matchup + 1, sign * sign * bend, self._matchups + 1)[1:]
        scale = self._penalty + np.concatenate((skills, effects))
        found, rest = np.zeros(len(slope)), slope
        eased = rest / scale
        way, size = eased, float((rest * eased).sum())
        until = near * near * size
        for _ in range(_SOLVED_STEPS):
            self.look()
            if size <= until:
                break
            bent = self._pull(bend * self._odds(way)) + self._penalty * way
            far = size / float((way * bent).sum())
            found, rest = found + far * way, rest - far * bent
            eased = rest / scale
            last, size = size, float((rest * eased).sum())
            way = eased + (size / last) * way
        return found
