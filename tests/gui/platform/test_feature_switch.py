"""Modules that are imported beside Qt are not read as texts."""

import subprocess
import sys

PROGRAM = """
import linecache
from app.main import new_application
application = new_application()
import sqlglot
assert sqlglot.__file__ not in linecache.cache
"""


def test_the_source_of_what_the_window_imports_is_not_kept() -> None:
    subprocess.run([sys.executable, "-c", PROGRAM], check=True)
