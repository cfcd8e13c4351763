"""A penalised logistic fit of who wins: a skill for each player, an effect for each matchup."""

from threading import Event
from typing import TYPE_CHECKING

from agents.data.compute.skill.pairings import Columns
from app.errors import DeskError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ON_MATCHUPS = 1e-6  # so little that it moves no figure, and a matchup always has a fit
_STEPS, _SOLVED_STEPS, _HALVED = 60, 1000, 30
_EXACT, _ENOUGH = 1e-8, 1e-4  # the largest last step, in log-odds
_SOLVED = 1e-2  # of each Newton step, which the next one mends
_MOVED, _STEPPED = 1e-8, 1e-4
_KNOWN = 1e-9


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
        self.players, self._matchups, self._stopped = players, matchups, stopped
        self._penalty = np.full(players + matchups, _ON_MATCHUPS)
        self.take(1.0)

    def take(self, variance: float) -> None:
        """Take skills to vary by so much among players: the ridge on them is its inverse."""
        self.variance = variance
        self._penalty[: self.players] = 1.0 / variance

    def look(self) -> None:
        """Raise `FitStopped` if the fit was stopped."""
        if self._stopped.is_set():
            raise FitStopped("The fit was stopped.")

    def fit(
        self,
        won: "NDArray[np.float64]",
        start: "NDArray[np.float64] | None" = None,
        *,
        exact: bool = True,
    ) -> "NDArray[np.float64]":
        """Return the coefficients (log-odds) that fit best.

        `won` is how many games of each pairing its winner won: all of them, or as many as are drawn
        for a sample, the rest of which the loser won.
        """
        import numpy as np

        games = self.columns.games
        found = np.zeros(len(self._penalty)) if start is None else start
        odds = self._odds(found)
        score = self._score(won, odds, found)
        for _ in range(_STEPS):
            chance = _chance(odds)
            slope = self._pull(won - games * chance) - self._penalty * found
            step = self._solve(games * chance * (1.0 - chance), slope, _SOLVED)
            found, odds, score, step = self._along(won, found, step, score)
            if float(np.abs(step).max(initial=0.0)) < (_EXACT if exact else _ENOUGH):
                break
        return found

    def chances(self, at: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return the chance (0 … 1) that coefficients give each pairing's winner."""
        return _chance(self._odds(at))

    def known(self, best: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return how much the games tell of each player's skill: the curvature at a fit."""
        import numpy as np

        winner, loser, _, _, games = self.columns
        chance = self.chances(best)
        bend = games * chance * (1.0 - chance)
        won, lost = (np.bincount(side, bend, self.players) for side in (winner, loser))
        return (won + lost).astype(np.float64)

    def unsure(self, best: "NDArray[np.float64]", variance: float) -> "NDArray[np.float64]":
        """Return how much further apart two players are than the fit `best` has them.

        A variance of the difference of their skills, on average over the games of each matchup,
        where skills have a `variance`; negative where the ridge leaves fitted skills too far apart.
        """
        import numpy as np

        winner, loser, matchup, _, games = self.columns
        known = np.maximum(self.known(best), _KNOWN)
        drawn = known / (known + self._penalty[: self.players])
        each = variance - drawn * drawn * (variance + 1.0 / known)
        both = games * (each[winner] + each[loser])
        total = np.bincount(matchup + 1, games, self._matchups + 1)[1:]
        found: NDArray[np.float64] = np.bincount(matchup + 1, both, self._matchups + 1)[1:] / total
        return found

    def moved(
        self, best: "NDArray[np.float64]"
    ) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
        """Return by how much a game, and a pull on a skill, move each matchup's effect.

        By the curvature at the fit `best`; arrays of matchups by pairings, and by players.
        """
        import numpy as np

        chance = self.chances(best)
        bend = self.columns.games * chance * (1.0 - chance)
        games = np.zeros((self._matchups, len(chance)))
        skills = np.zeros((self._matchups, self.players))
        for place in range(self._matchups):
            one = np.zeros(len(self._penalty))
            one[self.players + place] = 1.0
            solved = self._solve(bend, one, _MOVED)
            games[place] = self._odds(solved) * (1.0 - chance)
            skills[place] = solved[: self.players]
        return games, skills

    def stepped(
        self,
        best: "NDArray[np.float64]",
        drawn: "NDArray[np.float64]",
        pulled: "NDArray[np.float64]",
    ) -> "NDArray[np.float64]":
        """Return each matchup's effect after a step from the fit `best` to other games and skills.

        `drawn` are numbers of games of the pairings, `pulled` pulls on the skills; by the curvature
        at the fit, as `moved` has it.
        """
        games, chance = self.columns.games, self.chances(best)
        slope = self._pull((drawn - games) * (1.0 - chance))
        slope[: self.players] += pulled
        step = self._solve(games * chance * (1.0 - chance), slope, _STEPPED)
        return (best + step)[self.players :]

    def _along(
        self,
        won: "NDArray[np.float64]",
        found: "NDArray[np.float64]",
        step: "NDArray[np.float64]",
        score: float,
    ) -> "tuple[NDArray[np.float64], NDArray[np.float64], float, NDArray[np.float64]]":
        """Go along a step, halved until the fit is no worse for it."""
        for _ in range(_HALVED):
            there = found + step
            odds = self._odds(there)
            reached = self._score(won, odds, there)
            if reached >= score - 1e-9 * abs(score):
                return there, odds, reached, step
            step = step / 2
        return found, self._odds(found), score, step * 0

    def _score(
        self,
        won: "NDArray[np.float64]",
        odds: "NDArray[np.float64]",
        found: "NDArray[np.float64]",
    ) -> float:
        import numpy as np

        likely = float((won * odds - self.columns.games * np.logaddexp(0.0, odds)).sum())
        return likely - 0.5 * float((self._penalty * found * found).sum())

    def _odds(self, found: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return the log-odds of each pairing's winner."""
        import numpy as np

        winner, loser, matchup, sign, _ = self.columns
        effects = np.append(found[self.players :], 0.0)  # the last for what is of no matchup
        odds: NDArray[np.float64] = found[winner] - found[loser] + sign * effects[matchup]
        return odds

    def _pull(self, by: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return what the pairings add up to, each by so much, for each coefficient."""
        import numpy as np

        winner, loser, matchup, sign, _ = self.columns
        skills = np.bincount(winner, by, self.players) - np.bincount(loser, by, self.players)
        return np.concatenate((skills, np.bincount(matchup + 1, sign * by, self._matchups + 1)[1:]))

    def _solve(
        self, bend: "NDArray[np.float64]", slope: "NDArray[np.float64]", near: float
    ) -> "NDArray[np.float64]":
        """Return the step that the curvature gives for a slope, to a relative residual."""
        import numpy as np

        winner, loser, matchup, sign, _ = self.columns
        skills = np.bincount(winner, bend, self.players) + np.bincount(loser, bend, self.players)
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


def _chance(odds: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Return the chances that log-odds stand for, however far these lie from even."""
    import numpy as np

    chance: NDArray[np.float64] = np.exp(-np.logaddexp(0.0, -odds))
    return chance
