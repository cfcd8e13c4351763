"""A person's log that holds a number of the rival alone: a win rate against those above 4000."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.data.match.compute.frame import Measured
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 6, 15)
OVER = Measured(quantity="rating", comparison=">", value=4000)
LEAST = Measured(quantity="rating", comparison=">=", value=4000)


def _log(folder: Path, header: str, *, own: str = "") -> Talk:
    rows = [f"date,my_race,opp_race,map,result,{header}{own and ','}{own}"]
    for n in range(40):
        more = f",{4100 - n}" if own else ""
        rows.append(
            f"{TODAY - timedelta(days=n)},{'TZP'[n % 3]},{'ZPT'[n % 3]},{('Reef', 'Dune')[n % 2]},"
            f"{('win', 'loss', 'win')[n % 3]},{3600 + n * 25}{more}"
        )
    return Talk.about("\n".join(rows) + "\n", folder, TODAY)


@pytest.mark.parametrize("header", ["mmr_rival", "상대mmr"])
@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("win rate vs opponents above 4000 mmr", OVER), ("win rate vs 4000+ mmr opponents", LEAST),
        ("4000 mmr 이상 상대로 승률", LEAST), ("상대 mmr 4000 넘을 때 승률", OVER),
        ("porcentaje de victorias contra rivales de más de 4000 de mmr", OVER)
    ],
)  # fmt: skip
def test_the_rivals_number_is_meant(
    tmp_path: Path, header: str, asked: str, meant: Measured
) -> None:
    talk = _log(tmp_path, header)
    found = talk.answer(asked)
    assert (found.measured, found.group_by) == ((meant,), ())
    ((games,),) = [talk.column("games")]
    assert games == (23 if meant == OVER else 24)
    assert any(said in talk.text for said in ("opponent rating", "상대 레이팅", "elo del rival"))


@pytest.mark.parametrize(
    "asked", ["win rate when my mmr is over 4000", "내 mmr 4000 이상일 때 승률",
              "porcentaje de victorias con mi rating mayor de 4000"],
)  # fmt: skip
def test_ones_own_number_is_not_known(tmp_path: Path, asked: str) -> None:
    assert isinstance(_log(tmp_path, "mmr_rival").hear(asked), Decline)


def test_ones_own_number_is_meant_where_both_are_known(tmp_path: Path) -> None:
    talk = _log(tmp_path, "mmr_rival", own="my_mmr")
    assert talk.answer("win rate above 4000 mmr").measured == (OVER,)
    (own,) = talk.answer("win rate vs opponents above 4000 mmr").measured
    assert own.side == "opponent"
