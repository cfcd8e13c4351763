"""Widgets are found by their object name: tests, assistive tools and style sheets use it."""

from typing import TypeVar

from PySide6.QtCore import QObject

T = TypeVar("T", bound=QObject)


def named(thing: T, name: str) -> T:
    """Give an object its name and return it."""
    thing.setObjectName(name)
    return thing
