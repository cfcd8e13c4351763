"""What is said of a column: its kind, whether it adds up, what it is to its table."""

from PySide6.QtCore import QCoreApplication


def kind_word(kind: str) -> str:
    """Return the name of a kind of column, or of the grain of a time; others stay as they are."""
    translate = QCoreApplication.translate
    match kind:
        case "identifier":
            return translate("Columns", "id")
        case "category":
            return translate("Columns", "group")
        case "number":
            return translate("Columns", "number")
        case "moment" | "hour" | "minute" | "second":
            return translate("Columns", "time")
        case "length":
            return translate("Columns", "duration")
        case "yes_no":
            return translate("Columns", "yes or no")
        case "text":
            return translate("Columns", "text")
        case "other":
            return translate("Columns", "other")
        case "year":
            return translate("Columns", "year")
        case "quarter":
            return translate("Columns", "quarter")
        case "month":
            return translate("Columns", "month")
        case "week":
            return translate("Columns", "week")
        case "day":
            return translate("Columns", "day")
        case _:
            return kind


def truth_word(holds: bool) -> str:
    """Return a value of a column of such."""
    translate = QCoreApplication.translate
    return translate("Columns", "yes") if holds else translate("Columns", "no")


def adds_word(adds: str) -> str:
    """Return what is done with the values of a column over rows."""
    translate = QCoreApplication.translate
    match adds:
        case "sum":
            return translate("Columns", "added up")
        case "mean":
            return translate("Columns", "averaged")
        case _:
            return translate("Columns", "neither added nor averaged")


def part_word(part: str) -> str:
    """Return what a column is to its table."""
    translate = QCoreApplication.translate
    match part:
        case "time":
            return translate("Columns", "the time of a row")
        case "name":
            return translate("Columns", "the name of a row")
        case _:
            return translate("Columns", "nothing special")
