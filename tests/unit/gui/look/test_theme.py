import math
from itertools import combinations

import pytest

from app.domain.tasks import TaskState
from gui.look.theme import DARK, LIGHT, Theme, contrast

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)

SEEN = (
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
)
"""Linear light as all eyes see it, and as eyes without green or red do (Machado et al., 2009)."""
_XYZ = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8730))


def lab(colour: str, sees: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """Return a colour in CIELAB, for eyes of a kind."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    for rows in (sees, _XYZ):
        light = [max(0.0, sum(a * b for a, b in zip(row, light, strict=True))) for row in rows]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in light)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@THEMES
def test_text_can_be_read_on_every_ground(theme: Theme) -> None:
    grounds = (*(theme.base, theme.window, theme.raised, theme.bubble, theme.code, theme.floating),)
    for ground in grounds:
        for text in (theme.text, theme.muted):
            assert contrast(text, ground) >= 4.5, (text, ground)
    assert contrast(theme.selection_text, theme.selection) >= 4.5
    assert contrast(theme.accent_text, theme.accent) >= 4.5
    for colour in (theme.link, *theme.syntax, theme.waiting):
        for ground in (theme.base, theme.raised, theme.code):
            assert contrast(colour, ground) >= 4.5, (colour, ground)


@THEMES
def test_every_state_can_be_read(theme: Theme) -> None:
    for state in TaskState:
        for ground in (theme.base, theme.raised, theme.window):
            assert contrast(theme.state_colour(state), ground) >= 4.5, state


@THEMES
def test_marks_of_charts_stand_out(theme: Theme) -> None:
    assert all(contrast(colour, theme.base) >= 3 for colour in (theme.plain, *theme.series))


@THEMES
@pytest.mark.parametrize("sees", list(SEEN), ids=["all", "no green", "no red"])
def test_marks_of_charts_are_told_apart_whatever_colours_one_sees(
    theme: Theme, sees: tuple[tuple[float, ...], ...]
) -> None:
    seen = [lab(colour, sees) for colour in theme.series]
    # Two to three of these units are just noticed beside each other.
    assert min(math.dist(one, other) for one, other in combinations(seen, 2)) > 18
    plain = lab(theme.plain, sees)
    assert min(math.dist(plain, one) for one in seen) > 17, "a value has no plain mark's colour"
