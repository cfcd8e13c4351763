"""The question that a draft leaves open."""


class ShapeQuestion(Exception):
    """One thing about the shape is open: `slot`, with the columns or values to choose from.

    `subject` is the column it is about, `side` the column of the side it is about.
    """

    def __init__(
        self, slot: str, choices: tuple[str, ...], subject: str = "", side: str = ""
    ) -> None:
        super().__init__(slot)
        self.slot = slot
        self.choices = choices
        self.subject = subject
        self.side = side
