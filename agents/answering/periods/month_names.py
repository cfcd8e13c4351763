"""Names of months as people write them, and patterns that find them."""

from agents.answering.periods.periods import MONTHS

MONTH_NUMBERS = {
    **{name.lower(): index for index, name in enumerate(MONTHS["en"], 1)},
    **{name.lower()[:3]: index for index, name in enumerate(MONTHS["en"], 1)},
    **{name: index for index, name in enumerate(MONTHS["es"], 1)},
    "setiembre": 9,
    "sept": 9,
}
MONTH = "(" + "|".join(sorted(MONTH_NUMBERS, key=len, reverse=True)) + ")"
"""A group of a pattern: any of them, in normalised text."""
PLAIN_MONTH = (
    "("
    + "|".join(
        sorted(
            (name for name in MONTH_NUMBERS if len(name) > 3 and name not in ("march", "sept")),
            key=len,
            reverse=True,
        )
    )
    + ")"
)
"""Those that are no other words."""
YEAR = r"((?:19|20)\d\d)"
"""A group of a pattern: a year of four digits."""
LEFT_OUT = (
    "(?:"
    + "|".join(
        f"(?<={word} )"
        for word in (
            "without", "except", "except for", "excluding", "exclude", "everything but", "all but",
            "minus", "drop", "dropping", "ignore", "ignoring", "remove", "removing", "leave out",
            "leaving out", "take out", "not counting", "apart from", "other than", "not", "no",
        )
    )
    + ")"
)  # fmt: skip
"""What a pattern has before a month that is left out, so that march and may are no verbs."""
