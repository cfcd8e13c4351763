"""The lines of logs that are asked about, each kind with its own words."""

import json
import random
from collections.abc import Callable
from datetime import datetime, timedelta

Lines = list[tuple[datetime, str]]
Write = Callable[[random.Random, datetime], str]


def logcat(draw: random.Random, at: datetime) -> str:
    tag = draw.choice(("WifiStateMachine", "ActivityManager", "AudioTrack"))
    said = {
        "WifiStateMachine": draw.choice(("DHCP timeout", "connection refused")),
        "ActivityManager": f"Killing {draw.randrange(9999)}: empty",
        "AudioTrack": f"permission denied for session {draw.randrange(30)}",
    }[tag]
    return f"{at:%m-%d %H:%M:%S}.000  1444  4425 {draw.choice('VDDIIWEF')} {tag}: {said}"


def nginx(draw: random.Random, at: datetime) -> str:
    path = draw.choice(("/", "/cart", "/api/login"))
    status = draw.choice((200, 200, 304, 404, 500, 502))
    return (
        f"10.0.0.{draw.randrange(9)} - {draw.choice(('-', 'alice'))} [{at:%d/%b/%Y:%H:%M:%S} +0900]"
        f' "{draw.choice(("GET", "DELETE"))} {path} HTTP/1.1" {status} 12 "-" "curl/8.1"'
    )


def cbs(draw: random.Random, at: datetime) -> str:
    level = draw.choice(("Info", "Info", "Error", "Warning"))
    said = draw.choice(("Loaded Servicing Stack v6.1", "SQM: Failed [HRESULT = 0x80004005]"))
    return f"{at:%Y-%m-%d %H:%M:%S}, {level:<20} {draw.choice(('CBS', 'CSI'))}    {said}"


def service(draw: random.Random, at: datetime) -> str:
    said = {
        "time": f"{at:%Y-%m-%dT%H:%M:%S}Z",
        "level": draw.choice(("info", "error", "warn", "fatal")),
        "service": draw.choice(("checkout", "auth")),
        "host": f"web-{draw.randrange(4)}",
        "msg": draw.choice(("request timed out", "payment refused", "cache miss")),
        "ms": draw.randrange(900),
    }
    return json.dumps(said)


def sshd(draw: random.Random, at: datetime) -> str:
    said = draw.choice(("Accepted password", "Accepted publickey", "Failed password"))
    return (
        f"{at:%b} {at.day:2} {at:%H:%M:%S} box sshd[9]: {said} for kim from 10.0.0.2 port 22 ssh2"
    )


KINDS: dict[str, Write] = {
    "phone.log": logcat,
    "access.log": nginx,
    "CBS.log": cbs,
    "service.jsonl": service,
    "auth.log": sshd,
}


def lines_of(name: str, write: Write, most: int = 800) -> Lines:
    """Return the lines of a log, the same each time."""
    draw, at, lines = random.Random(name), datetime(2024, 5, 1, 8), []  # noqa: DTZ001 as a log writes it
    for _ in range(most):
        at += timedelta(seconds=draw.randrange(60))
        lines.append((at, write(draw, at)))
    return lines


def auth_lines() -> Lines:
    draw = random.Random(7)
    at = datetime(2024, 6, 8, 22, 0)  # noqa: DTZ001 as a log writes it
    lines: Lines = []
    for _ in range(3_000):
        at += timedelta(seconds=draw.choice((1, 5, 20, 90, 300)))
        ip = f"10.0.0.{int(draw.paretovariate(1.2)) % 40 + 1}"
        user = draw.choice(("root", "admin", "kim", "jose"))
        said = draw.choice(
            (
                f"Failed password for {user} from {ip} port 22 ssh2",
                f"Failed password for invalid user {user} from {ip} port 22 ssh2",
                f"Accepted password for {user} from {ip} port 22 ssh2",
                f"pam_unix(sshd:session): session opened for user {user} by (uid=0)",
                f"error: connection timed out from {ip}",
            )
        )
        lines.append(
            (at, f"{at:%b} {at.day:2} {at:%H:%M:%S} box sshd[{draw.randrange(999)}]: {said}")
        )
    return lines


def access_lines() -> Lines:
    draw = random.Random(9)
    at = datetime(2024, 6, 9, 8, 0)  # noqa: DTZ001 as a log writes it
    lines: Lines = []
    for _ in range(3_000):
        at += timedelta(seconds=draw.randrange(12))
        path = draw.choice(("/", "/favicon.ico", "/login", "/a?b=1"))
        status = draw.choice((200, 200, 200, 304, 404, 403, 500, 502))
        lines.append(
            (at, f'192.168.1.{draw.randrange(30)} - - [{at:%d/%b/%Y:%H:%M:%S} +0900] '
                 f'"{draw.choice(("GET", "POST"))} {path} HTTP/1.1" {status} 12 "-" "curl"')
        )  # fmt: skip
    return lines
