import pytest

from app.domain.tasks import TaskState
from gui.look.theme import DARK, LIGHT, Theme, contrast

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)


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
    assert all(contrast(colour, theme.base) >= 3 for colour in theme.series)
    assert len(set(theme.series)) == len(theme.series)
