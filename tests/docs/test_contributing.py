"""The exercise of `CONTRIBUTING.md` goes as it says: its test fails, then passes."""

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^<!-- checked: (\S+) -->\n```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_exercise_fails_first_and_passes_then() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = dict(BLOCK.findall(text))
    (file,) = set(re.findall(r"make test ARGS=(\S+)", text))
    module = ROOT / "gui" / "texts" / "numbers.py"
    there: dict[str, Any] = {}
    exec(module.read_text("utf-8") + (ROOT / file).read_text("utf-8") + blocks["test"], there)
    (name,) = re.findall(r"def (test_\w+)", blocks["test"])
    with pytest.raises(AssertionError):
        there[name]()
    exec(blocks["change"], there)
    for test in [value for key, value in there.items() if key.startswith("test_")]:
        test()
