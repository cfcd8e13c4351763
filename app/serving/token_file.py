"""Who is let in by `--token-file`: lines `USER TOKEN [LAST-DAY]`, read anew while servers run."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from app.domain.ids import utc_now
from app.errors import BadFile, cause_of
from app.system.shutdown import in_daemon_thread
from transport.server.http_entry import Tokens

AGAIN_SECONDS: Final = 5.0

log = logging.getLogger(__name__)


class _Line(NamedTuple):
    user: str
    end: datetime | None


class TokenFile:
    """Owns the tokens of a file as it was when it could be read last.

    It is read whole each time, aside, for disks may take their time: neither a moment nor a size
    tells of each change, and a mounted secret is changed by moving a link.
    """

    def __init__(self, file: Path) -> None:
        """Read the file; raises `BadFile` naming the line, never what stands in it."""
        self._file = file
        self._lines = _read(file)
        self._wrong = ""
        self.tokens = Tokens(*_columns(self._lines))

    def token_of(self, user: str) -> str | None:
        """Return a token of a user that has not ended, the last that stands there, or None."""
        for token, line in reversed(self._lines.items()):
            if line.user == user and (line.end is None or utc_now() < line.end):
                return token
        return None

    @asynccontextmanager
    async def followed(self, *, every: float = AGAIN_SECONDS) -> AsyncIterator[None]:
        """Read the file again and again in the meantime; each period is in seconds."""
        following = asyncio.create_task(self._follow(every), name="token-file")
        try:
            yield
        finally:
            following.cancel()
            await asyncio.wait({following})

    async def _follow(self, every: float) -> None:
        while True:
            await asyncio.sleep(every)
            try:
                lines = await in_daemon_thread(lambda: _read(self._file))
            except BadFile as error:
                if str(error) != self._wrong:
                    self._wrong = str(error)
                    log.error("%s Who was let in before is let in as before.", error)
                continue
            if lines != self._lines or self._wrong:
                self._lines, self._wrong = lines, ""
                self.tokens.replace(*_columns(lines))
                log.info("The token file was read anew", extra={"fields": {"tokens": len(lines)}})


def _columns(lines: dict[str, _Line]) -> tuple[dict[str, str], dict[str, datetime]]:
    users = {token: line.user for token, line in lines.items()}
    return users, {token: line.end for token, line in lines.items() if line.end is not None}


def _read(file: Path) -> dict[str, _Line]:
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"The token file {file} cannot be read: {cause_of(error)}.") from error
    lines: dict[str, _Line] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        words = line.split()
        if not 2 <= len(words) <= 3 or words[1] in lines:
            raise BadFile(
                f"Line {number} of the token file {file} must be a user and a token of their own,"
                " with a space between them, and perhaps the token's last day."
            )
        try:
            end = _end(words[2]) if len(words) == 3 else None
        except (ValueError, OverflowError):
            raise BadFile(
                f"Line {number} of the token file {file} must end with the token's last day"
                " (YYYY-MM-DD, in UTC), or after the token."
            ) from None
        lines[words[1]] = _Line(words[0], end)
    if not lines:
        raise BadFile(f"The token file {file} holds no token: nobody could be let in.")
    return lines


def _end(day: str) -> datetime:
    return datetime.combine(date.fromisoformat(day) + timedelta(days=1), time(), UTC)
