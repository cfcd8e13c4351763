"""The YAML files beside the modules of a package: words, vocabularies, sentences."""

from functools import cache
from importlib import resources
from typing import Any

import yaml


@cache
def bundled(folder: str, name: str, package: str) -> Any:
    """Return what a YAML file in a folder of a package holds: shared, not to be changed."""
    text = (resources.files(package) / folder / name).read_text(encoding="utf-8")
    # The reader in C takes a tenth of the time; not every build of PyYAML has it.
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, separated by spaces."""
    return frozenset(text.split())
