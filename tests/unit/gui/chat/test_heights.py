from hypothesis import given
from hypothesis import strategies as st

from gui.chat.geometry import RowHeights

heights = st.builds(
    lambda values, times: values * times,
    st.lists(st.integers(min_value=1, max_value=400), min_size=1, max_size=40),
    st.sampled_from([1, 300]),
)


def filled(values: list[int]) -> RowHeights:
    rows = RowHeights()
    for value in values:
        rows.append(value)
    return rows


@given(heights, st.data())
def test_offsets_and_finding_agree_with_plain_sums(values: list[int], data: st.DataObject) -> None:
    rows = filled(values)
    for row, height in data.draw(
        st.lists(st.tuples(st.integers(0, len(values) - 1), st.integers(1, 400)), max_size=20)
    ):
        rows.set(row, height)
        values[row] = height
    row = data.draw(st.integers(0, len(values) - 1))
    assert rows.total == sum(values)
    assert rows.offset(row) == sum(values[:row])
    inside = data.draw(st.integers(0, values[row] - 1))
    assert rows.find(rows.offset(row) + inside) == (row, inside)


@given(heights)
def test_places_beyond_the_ends_give_the_first_and_last_row(values: list[int]) -> None:
    rows = filled(values)
    assert rows.find(-5) == (0, 0)
    assert rows.find(rows.total + 9) == (len(values) - 1, values[-1] - 1)


def test_filling_makes_rows_of_one_height() -> None:
    rows = RowHeights()
    rows.fill(100_000, 80)
    assert (len(rows), rows.total, rows.offset(50_000)) == (100_000, 8_000_000, 4_000_000)


def test_rescaling_keeps_what_it_is_told_to() -> None:
    rows = filled([100, 200, 300])
    rows.rescale(0.5, keep=[1])
    assert [rows[row] for row in range(3)] == [50, 200, 150]
    assert rows.total == 400
