"""The packs of the languages: folders of YAML, each file read when it is first needed."""

from functools import cached_property, lru_cache
from importlib import resources
from typing import Any

import yaml

_PACKAGE = "agents.data"
# Texts only: "no" is a word. In C it takes a tenth of the time.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Packs:
    """Owns where the packs are: of the program itself, or a folder of further ones in a test."""

    def __init__(self, folder: Any = None) -> None:
        self.folder = folder or resources.files(_PACKAGE) / "packs"
        self._read: dict[str, Any] = {}

    def read(self, name: str) -> Any:
        """Return what a file of the packs holds ("en/lexicon"), all of it texts; {} for none."""
        if name not in self._read:
            file = self.folder.joinpath(*f"{name}.yaml".split("/"))
            text = file.read_text(encoding="utf-8") if file.is_file() else ""
            self._read[name] = yaml.load(text, _LOADER) or {}  # noqa: S506  # makes texts only
        return self._read[name]

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages that have a pack."""
        return tuple(sorted(one.name for one in self.folder.iterdir() if one.is_dir()))


@lru_cache(maxsize=1)
def packs() -> Packs:
    """Return the packs of the program."""
    return Packs()


def phrases(said: str | list[str]) -> list[str]:
    """Return the phrases of an entry: a list, or one text with commas between them."""
    return [*_apart(said)] if isinstance(said, str) else [str(one) for one in said]


@lru_cache(maxsize=20_000)  # the same few thousand entries are asked for by every column
def _apart(said: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in said.split(",") if one.strip())
