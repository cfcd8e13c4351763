"""PySide's switch of features, which nobody here uses, is left without modules to look at.

Once Qt is loaded, it reads the source of each module that is imported, for the name of PySide, and
Python keeps every line: of a window that has answered, 950 files and 30 MB.
https://doc.qt.io/qtforpython-6/considerations.html#features
"""

import PySide6.QtCore  # noqa: F401 - brings what follows along
from shibokensupport import feature  # type: ignore[import-not-found]


def leave_sources_unread() -> None:
    """Take modules that are imported from here on for such as use no features; idempotent."""
    feature._mod_uses_pyside = lambda module: False
