"""The blocks of an answer beside its words."""

from app.domain.answers import Answer
from gui.blocks.assemble import (
    Recipe,
    actions_recipe,
    header_recipe,
    notice_recipe,
    question_recipe,
)
from gui.blocks.style import Style


def answer_recipes(answer: Answer, style: Style, *, expanded: bool) -> list[Recipe]:
    """Return the blocks of an answer, its prose apart; `expanded` shows how it was computed."""
    found = [
        header_recipe(answer, style),
        notice_recipe(answer, style),
        question_recipe(answer, style),
        actions_recipe(answer, style),
    ]
    return [recipe for recipe in found if recipe is not None]
