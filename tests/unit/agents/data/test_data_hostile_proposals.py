"""Frames made at random: each is refused, or answered with figures that the table bears out."""

import asyncio
import random
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from agents.answering.text.language import LANGUAGES
from agents.data.match.answers.answers import Writer
from agents.data.match.compute.frame import GRAINS, MEASURES
from agents.data.match.compute.plan import needs_subject
from agents.data.match.compute.statistics import wilson
from agents.data.proposals import check
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 6, 1)
STRANGE = ("x'; DROP TABLE games;--", "", "*", "\0", "%")
SIZES = (1, 2, 5, 30, 0, -1, 10**6, 10**12, 10**30, 1.5)
VALUES = (0, 0.5, 0.55, 1, -1, 1200, 1e300, float("inf"), float("nan"))
DAYS = (None, "2024-01-01", "2024-02-01", "2024-03-05", "0001-01-01", "9999-12-31")


def table(*, draws: bool) -> str:
    chance = random.Random(8)
    lines = ["date,p1_race,p2_race,p1_name,p2_name,map,duration_s,p1_apm,p2_apm,winner"]
    ends = ["p1", "p2", "p1", "p2", "", *(["draw"] if draws else [])]
    for _ in range(300):
        one, two = chance.choices(["Terran", "Zerg", "Protoss"], k=2)
        cells = [
            f"2024-0{chance.randint(1, 5)}-{chance.randint(1, 28):02}", one, two,
            f"n{chance.randrange(12)}", f"m{chance.randrange(12)}",
            chance.choice(["Ridge", "Delta", ""]), chance.randint(200, 2000),
            chance.randint(50, 300), chance.randint(50, 300), chance.choice(ends),
        ]  # fmt: skip
        lines.append(",".join(map(str, cells)))
    return "\n".join(lines) + "\n"


class Hostile:
    """Makes frames for a table, of which many could be asked and many could not."""

    def __init__(self, talk: Talk, seed: int) -> None:
        self.chance = random.Random(seed)
        self.model = talk.analyst.model

    def frame(self) -> dict[str, Any]:
        pick = self.chance.choice
        made = {
            "filters": [self._filter() for _ in range(pick((1, 1, 2)))],
            "group_by": [self._key() for _ in range(pick((1, 1, 2)))],
            "period": [self._period() for _ in range(pick((1, 1, 2)))],
            "periods_out": [self._period()],
            "order": pick(("desc", "asc", "even", "uneven")),
            "limit": pick(SIZES),
            "skip": pick((0, 1, -1, 10**30)),
            "within": self._key(),
            "having": pick(SIZES),
            "at_most": pick(SIZES),
            "bounds": [
                {"figure": pick(("rate", "wins", "losses", "seconds")), **self._compared("value")}
            ],
            "beyond": self._beyond(),
            "lasting": [self._compared("seconds")],
            "measured": [
                {"quantity": pick((*self.model.quantities, "nope")), "side": pick(("own", "gap")),
                 **self._compared("value")}
            ],
            "ended": pick(("won", "lost")),
            "unmet": [[self._value("race"), self._value("race")]],
            "newest": pick(SIZES),
            "turned": True,
            "draws": "exclude",
            "mirror": pick(("exclude", "include", "only")),
        }  # fmt: skip
        fields = self.chance.sample(list(made), pick((1, 2, 2, 3)))
        bare: dict[str, Any] = {"measure": pick(MEASURES)}
        if self.chance.random() < 0.5:
            bare["filters"] = [{"dimension": "race", "values": ["Terran"]}]
        return {**bare, **{name: made[name] for name in fields}}

    def _key(self) -> str:
        return self.chance.choice([*self.model.dimensions, *GRAINS, "opponent", "matchup", "nope"])

    def _value(self, dimension: str) -> str:
        known = self.model.dimensions[dimension].values
        strange = not known or self.chance.random() < 0.1
        return self.chance.choice(STRANGE if strange else known)

    def _filter(self) -> dict[str, Any]:
        dimension = self.chance.choice([*self.model.dimensions])
        values = [self._value(dimension) for _ in range(self.chance.choice((1, 1, 2, 0)))]
        return {"dimension": dimension, "values": values, "exclude": self.chance.random() < 0.2,
                "side": self.chance.choice(("own", "own", "opponent")),
                "together": self.chance.random() < 0.2}  # fmt: skip

    def _beyond(self) -> dict[str, Any]:
        dimension = self.chance.choice([*self.model.dimensions])
        return {"dimension": dimension, "value": self._value(dimension), "comparison": ">"}

    def _compared(self, name: str) -> dict[str, Any]:
        return {"comparison": self.chance.choice((">", "<=")), name: self.chance.choice(VALUES)}

    def _period(self) -> dict[str, Any]:
        return {"start": self.chance.choice(DAYS), "end": self.chance.choice(DAYS)}


@pytest.mark.parametrize("draws", [False, True])
def test_a_frame_is_refused_or_answered_as_any_other(tmp_path: Path, draws: bool) -> None:
    talk = Talk.about(table(draws=draws), tmp_path, TODAY)
    hostile = Hostile(talk, seed=draws)
    model, refused, answered = talk.analyst.model, 0, 0
    for number in range(250):
        proposed = hostile.frame()
        found = check(proposed, model)
        if isinstance(found, list):
            refused += 1
            assert found
            continue
        if needs_subject(found, model):  # the usual question is asked
            continue
        answered += 1
        analysis = asyncio.run(talk.analyst.analyse(found))
        language = LANGUAGES[number % 3]
        Writer(analysis, model, language, simulated=False).write()
        for row in analysis.rows:
            cells = dict(zip(analysis.names, row, strict=True))
            if "win_rate" in cells:
                wins, games = int(str(cells["wins"])), int(str(cells["games"]))
                assert 0 <= wins <= games, proposed
                assert cells["win_rate"] == wins / games, proposed
                stored = (cells["ci_low"], cells["ci_high"])
                assert stored == pytest.approx(wilson(wins, games), abs=1e-9), proposed
    assert refused > 100
    assert answered > 25
