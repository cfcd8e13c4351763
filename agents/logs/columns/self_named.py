"""Lines that name their fields themselves: JSON and key=value."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from agents.logs.columns.fields import fields_of
from agents.logs.columns.formats import Format, without
from agents.logs.columns.named_columns import DATE_TIME, columns_of, facts_of, named_by, with_date
from agents.logs.columns.parse_sql import literal

_SAFE = re.compile(r"[\w@.$\- ]+")
# A key begins where no key goes on and gives nothing back: a long word is gone through once.
_KEY_VALUE = re.compile(r'(?<![\w.@-])([\w.@-]++)=("(?:[^"\\]|\\.)*+"|[^\s]*)')
_ENOUGH = 0.7
_LEAST_FIELD: Final = 0.01  # of the lines, that have a field
_FEWEST: Final = 3


def json_lines(sample: Sequence[str]) -> tuple[Format, int] | None:
    """Return the format of lines that are JSON objects and how many are, or None for others."""
    keys: Counter[str] = Counter()
    values: dict[str, list[Any]] = defaultdict(list)
    found = 0
    for line in sample:
        bare = line.strip()
        if not bare.startswith("{"):
            continue
        try:
            value = json.loads(bare)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            found += 1
            for key, one in _paths(value):
                keys[key] += 1
                values[key].append(one)
    if found < _ENOUGH * max(1, len(sample)):
        return None

    least = max(_FEWEST, _LEAST_FIELD * found) if found > _FEWEST else 1
    named = {key.replace("\0", "."): key for key in reversed(keys) if keys[key] >= least}
    paths: list[str] = []

    def of(name: str) -> str:
        # Each line is taken for JSON once: what is wanted of it comes as one list.
        steps = named[name].split("\0")
        paths.append("$" + "".join(f'."{step}"' for step in steps))
        return f"j[{len(paths)}]"

    told = {name: values[path] for name, path in named.items()}
    by = named_by(told)
    columns = columns_of(by, told, of)
    # Those that more lines have come first.
    rest = sorted((name for name in named if name not in by.values()),
                  key=lambda name: -keys[named[name]])  # fmt: skip
    fields = fields_of({name: told[name] for name in rest}, of)
    # A pattern picks out the object; what is no JSON object is no entry.
    pattern = r"^(\s*\{.*\}\s*)$"
    format_ = Format("json", pattern, ("m",), columns, **facts_of(columns), named=by)
    listed = f"json_extract_string(e.m, [{', '.join(map(literal, paths))}])"
    return format_._replace(listed=listed, entry="json_valid(text)", fields=fields), found


def key_values(sample: Sequence[str]) -> tuple[Format, int] | None:
    """Return the format of lines of key=value (logfmt) and how many are, or None for others."""
    keys: Counter[str] = Counter()
    values: dict[str, list[Any]] = defaultdict(list)
    found = 0
    for line in sample:
        pairs = _KEY_VALUE.findall(line)
        covered = sum(len(key) + len(value) + 2 for key, value in pairs)
        if len(pairs) >= 2 and covered >= 0.9 * len(line.strip()):
            found += 1
            for key, value in pairs:
                keys[key] += 1
                values[key].append(value.strip('"'))
    if found < _ENOUGH * max(1, len(sample)):
        return None

    def of(key: str) -> str:
        if key == DATE_TIME and both:
            return f"concat({of(both[0])}, ' ', {of(both[1])})"
        place = rf'(?:^|\s){re.escape(key)}=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))'
        one, two = (f"regexp_extract(e.m, '{place}', {group})" for group in (1, 2))
        return f"concat({one}, {two})"

    both = with_date(values)
    by = named_by(values)
    columns = columns_of(by, values, of)
    used = {DATE_TIME, *by.values(), *(both if both and by["time"] == DATE_TIME else ())}
    rest = [key for key, _ in keys.most_common() if key not in used]
    fields = fields_of({key: values[key] for key in rest}, lambda key: without(of(key), ""))
    pattern = r"^([\w.@-]+=.*)$"
    return Format("logfmt", pattern, ("m",), columns, **facts_of(columns), fields=fields,
                  named=by), found  # fmt: skip


def _paths(value: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, one in value.items():
        if not _SAFE.fullmatch(key):
            continue
        if isinstance(one, dict) and before.count("\0") < 2:
            yield from _paths(one, f"{before}{key}\0")
        elif not isinstance(one, list):
            yield before + key, one
