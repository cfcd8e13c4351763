from hypothesis import given
from hypothesis import strategies as st

from gui.chat.geometry import ChatGeometry

SCREEN = 600


class Rows:
    """True heights, which are known only when a row is measured."""

    def __init__(self, heights: list[int | None]) -> None:
        self.heights = heights
        self.geometry = ChatGeometry(lambda row: self.heights[row])
        self.geometry.start(len(heights), 90)

    def place(self) -> dict[int, int]:
        return {placed.row: placed.y for placed in self.geometry.place(SCREEN)}

    def add(self, height: int) -> None:
        self.heights.append(height)
        self.geometry.heights.append(90)


many = st.lists(st.integers(20, 500), min_size=30, max_size=60).map(Rows)


def test_it_opens_at_the_end() -> None:
    rows = Rows([100] * 50)
    placed = rows.place()
    assert placed[49] + 100 == SCREEN
    assert rows.geometry.at_bottom


def test_a_short_conversation_begins_at_the_top() -> None:
    rows = Rows([100, 100])
    assert rows.place() == {0: 0, 1: 100}
    rows.geometry.scroll_by(-50)
    assert rows.place() == {0: 0, 1: 100}
    assert rows.geometry.at_bottom


def test_one_pixel_up_ceases_to_follow_and_one_down_follows_again() -> None:
    rows = Rows([100] * 50)
    rows.place()
    rows.geometry.scroll_by(-1)
    assert rows.place()[49] + 100 == SCREEN + 1
    rows.add(100)
    assert rows.place()[49] + 100 == SCREEN + 1, "growth below does not move what is read"
    assert not rows.geometry.at_bottom
    rows.geometry.scroll_by(500)
    assert rows.place()[50] + 100 == SCREEN
    assert rows.geometry.at_bottom


def test_following_keeps_the_end_in_sight_while_it_grows() -> None:
    rows = Rows([100] * 50)
    rows.place()
    for height in (150, 400, 1200):
        rows.heights[49] = height
        assert rows.place()[49] + height == SCREEN


@given(many, st.data())
def test_changes_above_and_below_move_nothing_on_the_screen(
    rows: Rows, data: st.DataObject
) -> None:
    rows.place()
    middle = len(rows.heights) // 2
    rows.geometry.hold(middle, 7)
    before = rows.place()
    if rows.geometry.at_bottom:
        return
    for _ in range(5):
        row = data.draw(st.integers(0, len(rows.heights) - 1))
        if row < min(before) or row > max(before):
            rows.heights[row] = data.draw(st.integers(20, 900))
            rows.geometry.heights.set(row, data.draw(st.integers(20, 900)))
        rows.add(data.draw(st.integers(20, 500)))
        assert rows.place() == before


@given(many, st.lists(st.integers(-900, 900), max_size=12))
def test_scrolling_moves_by_exactly_what_was_asked(rows: Rows, steps: list[int]) -> None:
    rows.place()
    for step in steps:
        before = rows.place()
        rows.geometry.scroll_by(step)
        after = rows.place()
        common = before.keys() & after.keys()
        first, last = 0, len(rows.heights) - 1
        at_edge = after.get(first) == 0 or rows.geometry.at_bottom
        for row in common:
            moved = after[row] - before[row]
            assert moved == -step or (at_edge and abs(moved) <= abs(step))
        covered = after[max(after)] + (rows.heights[max(after)] or 0)
        assert covered >= SCREEN or (max(after) == last and min(after) == first)


@given(many)
def test_rows_whose_height_is_unknown_keep_their_estimate(rows: Rows) -> None:
    rows.heights[3] = None
    rows.geometry.hold(3)
    placed = rows.geometry.place(SCREEN)
    assert next(p.height for p in placed if p.row == 3) == 90


def test_the_value_of_the_scroll_bar_leads_back_to_the_same_place() -> None:
    rows = Rows([100 + row % 7 for row in range(300)])
    rows.place()
    rows.geometry.scroll_to_value(9_000)
    placed = rows.place()
    rows.geometry.scroll_to_value(rows.geometry.value)
    assert rows.place() == placed


def test_an_empty_conversation_has_nothing_to_place() -> None:
    rows = Rows([])
    assert rows.place() == {}
    rows.geometry.scroll_by(10)
    rows.geometry.scroll_to_value(10)
    assert (rows.place(), rows.geometry.value) == ({}, 0)
