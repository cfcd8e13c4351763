"""Prints how well questions are understood, table by table: `python -m tests.eval.run [-v]`."""

import sys
import tempfile
from pathlib import Path

from tests.eval.further_tables import FURTHER
from tests.eval.named_tables import NAMED
from tests.eval.odd_scoring import score_odd
from tests.eval.odd_tables import ODD
from tests.eval.scoring import Desk, Score, score
from tests.eval.tables import MAKERS

_HEAD = (
    f"{'table':<18}{'asked':>6}{'act':>8}{'slots':>8}{'numbers':>9}{'wrong':>7}{'needless':>10}"
    f"{'dialogues':>11}"
)


def line(name: str, one: Score) -> str:
    """Return one row of the table."""
    return (
        f"{name:<18}{one.asked:>6}{_share(one.right_act, one.asked):>8}"
        f"{_share(one.right_slots, one.answers):>8}{_share(one.right_numbers, one.answers):>9}"
        f"{one.wrong_numbers:>7}{_share(one.needless, one.asked):>10}"
        f"{one.right_dialogues:>8}/{one.dialogues}"
    )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.1f}%"


def main() -> None:
    """Score every table; faults are listed with -v."""
    total = Score()
    print(_HEAD)
    with tempfile.TemporaryDirectory() as folder:
        for make in MAKERS:
            desk = Desk(make(Path(folder)))
            found = score(desk)
            total.add(found)
            desk.analyst.close()
            print(line(desk.table.name, found))
        for odd in (make(Path(folder)) for make in (*ODD, *FURTHER, *NAMED)):
            found = score_odd(odd)
            total.add(found)
            print(line(f"odd: {odd.name}", found))
    print(line("all", total))
    if "-v" in sys.argv:
        print(*total.faults, sep="\n")


if __name__ == "__main__":
    main()
