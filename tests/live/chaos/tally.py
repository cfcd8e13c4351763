"""What became of a deployment that was used while its parts were killed, as figures and a table."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from benchmarks._load import Taken

LATE_SECONDS = 5.0
READY_SECONDS = 15.0


@dataclass
class Kept:
    """What became of the messages of one kind."""

    acknowledged: int = 0
    stored: int = 0
    lost: int = 0
    doubled: int = 0
    out_of_order: int = 0
    taken: Taken = field(default_factory=Taken)
    """From when each was due until it was acknowledged, or answered as a whole."""

    @property
    def late(self) -> int:
        """How many were."""
        return sum(one > LATE_SECONDS for one in self.taken.seconds)

    def compare(self, said: Sequence[str], found: Sequence[str], again: Sequence[str] = ()) -> None:
        """Count what of a conversation was acknowledged and what is there, in its order.

        `again` is what its person said once more, for each time.
        """
        times = Counter(found) - Counter(again)
        self.acknowledged += len(said)
        self.stored += len(times)
        self.doubled += sum(count - 1 for count in times.values())
        self.lost += len(set(said) - times.keys())
        places = [int(one.rpartition(".")[2]) for one in dict.fromkeys(found)]
        self.out_of_order += sum(b < a for a, b in pairwise(places))


@dataclass
class Tally:
    """What became of it all; times are in seconds."""

    seed: int = 0
    """By which it was chosen what is killed when."""
    kills: list[tuple[float, str]] = field(default_factory=list)
    """When, on the monotonic clock, and what kind of part."""
    kept: dict[str, Kept] = field(default_factory=lambda: defaultdict(Kept))
    refused: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    unanswered: Counter[str] = field(default_factory=Counter)
    asked_again: int = 0
    """Questions that may not have arrived: their person said them once more."""
    unlike: list[str] = field(default_factory=list)
    """Rows in which the two desks differ, as each shows them."""
    started: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """By kind of part: from its start until it is ready."""
    recovered: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """By kind of part: from when what it stands on was ready again until it was."""
    slow: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether nothing was lost, doubled or moved, every answer came, and no part was slow."""
        wrong = [(one.lost, one.doubled, one.out_of_order) for one in self.kept.values()]
        return not any([*map(any, wrong), self.failed, self.unanswered, self.unlike, self.slow])

    @property
    def every(self) -> float:
        """The mean interval between two kills in seconds; 0 where there are fewer than two."""
        many = len(self.kills) - 1
        return (self.kills[-1][0] - self.kills[0][0]) / many if many > 0 else 0.0

    def table(self) -> str:
        """Return the figures as text."""
        names = ("acknowledged", "stored", "lost", "doubled", "out_of_order", "late")
        lines = [f"seed {self.seed}: {len(self.kills)} kills, one each {self.every:.1f} s"]
        lines.append("".join(f"{name.replace('_', ' '):>14}" for name in ("", *names)))
        for kind, kept in self.kept.items():
            figures = "".join(f"{getattr(kept, name):>14}" for name in names)
            lines.append(f"{kind:>14}{figures}")
        lines += ["", f"  late: acknowledged, or answered, more than {LATE_SECONDS:g} s later"]
        for kind, kept in self.kept.items():
            times = [kept.taken.percentile(share) / 1000 for share in (0.5, 0.99, 1.0)]
            told = "p50 {:.2f} s, p99 {:.2f} s, slowest {:.2f} s".format(*times)
            lines.append(f"  {kind}: {told}")
        lines += [f"  tried again: {_counted(self.refused)}"]
        lines += [f"  given up: {_counted(self.failed)}"]
        lines += [f"  questions not heard for certain, asked again: {self.asked_again}"]
        lines += [f"  questions without a whole answer: {_counted(self.unanswered)}"]
        lines += [f"  rows in which the two desks differ: {len(self.unlike)}"]
        lines += [f"    {row}" for row in self.unlike] + [""]
        lines.append(f"{'':>14}{'killed':>8}{'start: median, slowest':>26}{'after others':>24}")
        for kind, killed in Counter(kind for _, kind in self.kills).items():
            own, others = (_times(one.get(kind, [])) for one in (self.started, self.recovered))
            lines.append(f"{kind:>14}{killed:>8}{own:>26}{others:>24}")
        lines += [f"  ready later than {READY_SECONDS:g} s: {one}" for one in self.slow]
        return "\n".join(lines)


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{word} {count}" for word, count in sorted(counts.items())) or "none"


def _times(found: list[float]) -> str:
    held = sorted(found)
    return f"{held[len(held) // 2]:.1f} s, {held[-1]:.1f} s" if held else ""
