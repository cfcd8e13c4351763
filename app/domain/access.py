"""What a command line gives a caller to be let in with: for one run, in memory, in no file."""

from typing import NamedTuple


class Access(NamedTuple):
    """Headers that go with every request to an agent, a bearer token, an API key.

    Its text tells none of them: it may come to stand in a log.
    """

    headers: tuple[tuple[str, str], ...] = ()
    bearer: str = ""
    api_key: str = ""

    def __repr__(self) -> str:
        """Tell which are given only."""
        names = [name for name, _ in self.headers]
        return f"Access({names}, bearer={bool(self.bearer)}, api_key={bool(self.api_key)})"


NO_ACCESS = Access()
