"""How a question about a log was understood: what is counted, of which lines, by what."""

from datetime import datetime
from typing import Final, Literal

from app.domain.base import Value

Shown = Literal["count", "lines", "first", "last", "when", "gaps", "templates", "overview"]
GRAINS: Final = ("minute", "hour", "day", "month")
COLUMNS: Final = (
    "address", "host", "source", "user", "path", "status", "method", "level", "message",
)  # fmt: skip

# Phrases by which a log says something, lower case; the first that occurs is counted.
CONCEPTS: Final[dict[str, tuple[str, ...]]] = {
    "auth_failed": ("failed password", "authentication failure", "failed login", "login failed",
                    "authentication failed", "auth failed", "invalid credentials", "logon failure",
                    "failed publickey", "인증 실패", "로그인 실패"),
    "auth_ok": ("accepted password", "accepted publickey", "login successful", "logged in",
                "authentication succeeded", "accepted "),
    "invalid_user": ("invalid user", "user unknown", "unknown user", "no such user"),
    "timeout": ("timeout", "timed out", "time out", "시간 초과", "타임아웃"),
    "refused": ("connection refused", "refused", "연결 거부", "conexión rechazada"),
    "disconnected": ("disconnected", "disconnecting", "connection closed", "connection reset",
                     "received disconnect"),
    "session_opened": ("session opened", "new session"),
    "session_closed": ("session closed", "removed session"),
    "auth_tried": ("password for ", "login attempt"),
    "session": ("session",),
    "opened": ("opened",),
    "closed": ("closed",),
    "sudo": ("sudo:", "sudo["),
    "exception": ("exception", "traceback"),
    "out_of_memory": ("out of memory", "outofmemory", "oom-killer", "oom", "메모리 부족"),
    "restart": ("restart", "starting", "started", "재시작"),
    "denied": ("permission denied", "access denied", "denied", "forbidden", "권한 거부",
               "접근 거부", "denegado"),
    "failed": ("failed", "failure", "fail", "실패", "fallo", "falló"),
}  # fmt: skip


class LogFrame(Value):
    """A question about a log.

    `contains` are texts that a line holds (in any case), `either` texts of which it holds one,
    `concepts` keys of `CONCEPTS`, `equals`
    columns with their value, `statuses` ranges of HTTP states (both ends in). `since` and `until`
    are moments of the log, `hours` minutes of the day; the second end is not in.
    """

    shown: Shown = "count"
    distinct: str | None = None
    levels: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    contains: tuple[str, ...] = ()
    either: tuple[str, ...] = ()
    equals: tuple[tuple[str, str], ...] = ()
    statuses: tuple[tuple[int, int], ...] = ()
    group_by: str | None = None
    order: Literal["most", "least"] | None = None
    limit: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    hours: tuple[int, int] | None = None

    @property
    def filtered(self) -> bool:
        """Whether anything but time narrows it down."""
        said = self.levels or self.concepts or self.contains or self.either
        return bool(said or self.equals or self.statuses)
