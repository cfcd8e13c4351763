"""Values that a word before them names: `broker 3`, `Task mail.send[4f…]`, `pod/web-1`.

Where messages of one kind differ in a word, the constant one before it says what it is.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from agents.logs.lines.fields import named
from agents.logs.lines.formats import COLUMNS
from agents.logs.lines.templates import ANY, MASK, members
from agents.logs.words import words

_LEAST: Final = 3
_LEAST_SHARE: Final = 0.01
_MOST: Final = 8
"""Each is looked for in each line."""
_MOST_DIFFERENT: Final = 0.7
"""Of the messages that name one: what is another each time is a number of this one thing."""
_MOST_NUMBERS: Final = 20
"""Different numbers behind a word: of more it is an amount (wrote 8123 buffers)."""
_NAME: Final = re.compile(r"[\[(\"']?([A-Za-z][A-Za-z_-]{2,19})")
_JOINED: Final = re.compile(r"([a-z]{3,20})/([A-Za-z][\w.-]*\w)[:,;]?")
_MARKED: Final = re.compile("[^A-Za-z]")
_VALUE: Final = r"[\w./@:-]*[\w/]"


def named_before(messages: Sequence[str], has: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Yield name, type and SQL over `e.m` of what words of sampled messages name, those that more
    of them hold first; without those that lines have anyway."""
    masked = [re.sub(MASK, ANY, one) for one in messages]
    kinds = members([*Counter(masked).items()])
    taken = {one.casefold() for one in (*has, *COLUMNS, *words()["small"])}
    found: defaultdict[str, list[str]] = defaultdict(list)
    for message, shape in zip(messages, masked, strict=True):
        template = kinds.get(shape, "").split(" ")
        said = message.split(" ")
        for place, (first, value) in enumerate(pairwise(template), 1):
            name = _NAME.fullmatch(first)
            if name is None or ANY not in value or place >= len(said):
                continue
            told = re.match(rf"[\[(\"']?({_VALUE})", said[place])
            if told is not None and name[1].casefold() not in taken:
                found[name[1].casefold()].append(told[1])
        for one in said:
            joined = _JOINED.fullmatch(one)
            if joined is not None and joined[1] not in taken:
                found[joined[1]].append(joined[2])
    least = max(_LEAST, _LEAST_SHARE * len(messages))
    often = sorted(found, key=lambda one: (-len(found[one]), one))
    kept = [one for one in often if len(found[one]) >= least and _tell(found[one])]
    for before, (column, _) in named({one: found[one] for one in kept[:_MOST]}).items():
        pattern = rf"(?i)(?:^|[\s\[(\"])\b{before}[ /][\[(\"]?({_VALUE})"
        value = f"nullif(regexp_extract(e.m, '{pattern}', 1), '')"
        if all(map(_MARKED.search, found[before])):  # instance 7e7c-42f, and no instance spawned
            value = f"CASE WHEN regexp_matches({value}, '{_MARKED.pattern}') THEN {value} END"
        yield column, "VARCHAR", value


def _tell(values: Sequence[str]) -> bool:
    """Whether values tell several things apart, each of which comes again."""
    different = set(values)
    amounts = all(one.replace(".", "").isdigit() for one in different)
    most = min(_MOST_DIFFERENT * len(values), _MOST_NUMBERS if amounts else len(values))
    return 1 < len(different) <= most
