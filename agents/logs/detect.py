"""Which format the lines of a log have: the one that reads most of a sample."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from agents.logs.formats import FORMATS, LEVELS, PLAIN, Format
from agents.logs.keyed import json_lines, key_values

SAMPLE_LINES: Final = 1_000
# What tells a format stands near the beginning of a line. Patterns run inside the interpreter of
# every agent that is served here, and some take the square of a line's length for a hostile one.
HEAD_CHARACTERS: Final = 2_000
_LEAST = 0.02
# A format that is more specific wins over one that reads a little more.
_BETTER = 1.1
_LEVEL_WORDS = {word for words in LEVELS.values() for word in words if len(word) > 1}


class Detected(NamedTuple):
    """The format, and how many of the sample's lines it reads."""

    format: Format
    read: int
    lines: int


def detect(lines: Sequence[str]) -> Detected:
    """Return the format of sampled lines; `PLAIN` where no other reads enough of them."""
    sample = [line.rstrip("\r") for line in lines if line.strip()][:SAMPLE_LINES]
    heads = [line[:HEAD_CHARACTERS] for line in sample]
    for keyed in (json_lines(sample), key_values(heads)):
        if keyed is not None:
            return Detected(keyed[0], keyed[1], len(sample))
    best = Detected(PLAIN, 0, len(sample))
    for format_ in FORMATS:
        read = _read(format_, heads)
        if read > best.read * _BETTER:
            best = Detected(format_, read, len(sample))
    if best.read < max(1, _LEAST * len(sample)):
        return Detected(PLAIN, len(sample), len(sample))
    return best


def _read(format_: Format, sample: Sequence[str]) -> int:
    """Return how many lines a format reads."""
    pattern = re.compile(format_.pattern)
    found = [one for line in sample if (one := pattern.match(line)) is not None]
    if format_.key == "syslog_iso":
        # "2026-03-14T08:00:20 INFO payment: paid" names a level where syslog names a host.
        host = format_.groups.index("host") + 1
        found = [one for one in found if one[host].strip("[]:").upper() not in _LEVEL_WORDS]
    return len(found)
