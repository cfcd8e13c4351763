"""Games that ended alike, counted: who won against whom, and of which sides they were."""

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Won(NamedTuple):
    """Games that ended alike: who won against whom, of which sides, and how many such games."""

    own: str
    rival: str
    player: str
    loser: str
    games: int


class Columns(NamedTuple):
    """The pairings as columns of one length; sides, players and matchups by their number.

    A mirror match is of no matchup (-1); `sign` is 1 where the first side of the matchup won, -1
    where the second did, and 0 for a mirror match.
    """

    winner: "NDArray[np.int64]"
    loser: "NDArray[np.int64]"
    matchup: "NDArray[np.int64]"
    sign: "NDArray[np.float64]"
    games: "NDArray[np.float64]"


class Pairings:
    """Owns the pairings of a fit while they are read; a name is kept once, and else its number."""

    def __init__(self, games: Iterable[Won] = ()) -> None:
        self._sides: dict[str, int] = {}
        self._players: dict[str, int] = {}
        self._read = tuple(array("q") for _ in Won._fields)
        self._met: dict[tuple[str, str], int] = {}
        for game in games:
            self.add(*game)

    def __len__(self) -> int:
        return len(self._read[0])

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self._players)

    @property
    def matchups(self) -> tuple[tuple[str, str], ...]:
        """The pairs of different sides that met, each in order of their names."""
        return tuple(sorted({(min(pair), max(pair)) for pair in self._met if pair[0] != pair[1]}))

    def add(self, own: str, rival: str, player: str, loser: str, games: int) -> None:
        """Take up games that ended alike."""
        sides, players = self._sides, self._players
        cells = (
            sides.setdefault(own, len(sides)),
            sides.setdefault(rival, len(sides)),
            players.setdefault(player, len(players)),
            players.setdefault(loser, len(players)),
            games,
        )
        for column, cell in zip(self._read, cells, strict=True):
            column.append(cell)
        self._met[own, rival] = self._met.get((own, rival), 0) + games

    def won(self, own: str, rival: str) -> int:
        """Return how many games a side won against another."""
        return self._met.get((own, rival), 0)

    def rivals(self, own: str) -> dict[str, int]:
        """Return the other sides that a side met, and in how many games."""
        found: dict[str, int] = {}
        for (one, two), games in self._met.items():
            if one != two and own in (one, two):
                rival = two if one == own else one
                found[rival] = found.get(rival, 0) + games
        return found

    def columns(self) -> Columns:
        """Return the pairings as arrays."""
        import numpy as np

        own, rival, winner, loser, games = (
            np.frombuffer(column, dtype=np.int64) for column in self._read
        )
        size = max(1, len(self._sides))
        matchups, signs = np.full((size, size), -1), np.zeros((size, size))
        for place, (one, two) in enumerate(self.matchups):
            a, b = self._sides[one], self._sides[two]
            matchups[a, b] = matchups[b, a] = place
            signs[a, b], signs[b, a] = 1.0, -1.0
        return Columns(
            winner, loser, matchups[own, rival], signs[own, rival], games.astype(np.float64)
        )
