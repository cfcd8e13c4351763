"""The semantic model: what the columns of a match table mean, in YAML that a person can edit."""

from pathlib import Path
from typing import Literal

import yaml
from pydantic import Field, ValidationError, model_validator

from agents.data.language import Language
from app.domain.base import Value
from app.errors import BadFile

Words = dict[Language, str]
Role = Literal["entity", "player", "plain"]


class Member(Value):
    """One value of a dimension: how it is shown, asked for, and spelled in the file."""

    label: Words = Field(default_factory=dict)
    short: Words = Field(default_factory=dict)
    names: tuple[str, ...] = ()
    spellings: tuple[str, ...] = ()


class Dimension(Value):
    """Something games can be filtered and grouped by.

    A dimension of the sides (the race of each player) has two columns, `a` and `b`; a dimension of
    the game (its map) has one, `column`. `members` maps the canonical value to its names; values
    that are not listed stand for themselves.
    """

    role: Role = "plain"
    column: str | None = None
    a: str | None = None
    b: str | None = None
    label: Words = Field(default_factory=dict)
    words: tuple[str, ...] = ()
    members: dict[str, Member] = Field(default_factory=dict)
    sample: tuple[str, ...] = Field(default=(), exclude=True)

    @model_validator(mode="after")
    def _has_columns(self) -> "Dimension":
        if (self.column is None) == (self.a is None or self.b is None):
            raise ValueError("give either `column` or both `a` and `b`")
        return self

    @property
    def of_sides(self) -> bool:
        """Whether each side of a game has its own value."""
        return self.column is None

    def label_in(self, language: Language) -> str:
        """Return the dimension's name in a language, the English or first one otherwise."""
        return self.label.get(language) or self.label.get("en") or next(iter(self.label.values()))

    def show(self, value: str, language: Language) -> str:
        """Return a value as it is shown in a language."""
        member = self.members.get(value)
        return (member.label.get(language) if member else None) or value

    def canonical(self, spelling: str) -> str:
        """Return the canonical value that a spelling in the file stands for."""
        for value, member in self.members.items():
            if spelling in member.spellings:
                return value
        return spelling


class Winner(Value):
    """Who won: `column` says it by a value for either side, or by repeating a side's own value.

    Without a column side `a` is the winner (tables with winner_… and loser_… columns).
    """

    column: str | None = None
    a: str | None = None
    b: str | None = None
    same_as: str | None = None


class Duration(Value):
    """The column with the length of a game, and how many seconds its unit has."""

    column: str
    seconds: float = 1.0


class SemanticModel(Value):
    """What a table's columns mean; one row is one game between two sides."""

    version: Literal[1] = 1
    grain: Literal["game"] = "game"
    vocabulary: str | None = None
    matchup_letter: str = "v"
    winner: Winner
    time: str | None = None
    duration: Duration | None = None
    dimensions: dict[str, Dimension]

    @model_validator(mode="after")
    def _has_sides(self) -> "SemanticModel":
        if not any(d.of_sides for d in self.dimensions.values()):
            raise ValueError("no dimension with two sides (`a` and `b`)")
        return self

    @property
    def entity(self) -> str:
        """The key of the dimension whose win rates are asked for: race, champion, else player."""
        keys = [key for key, d in self.dimensions.items() if d.role == "entity"]
        return keys[0] if keys else next(k for k, d in self.dimensions.items() if d.of_sides)

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column of the table that the model names."""
        found: list[str | None] = [self.winner.column, self.time]
        found.append(self.duration.column if self.duration else None)
        for dimension in self.dimensions.values():
            found += [dimension.column, dimension.a, dimension.b]
        return tuple(column for column in found if column is not None)


def to_yaml(model: SemanticModel) -> str:
    """Write the model as YAML."""
    values = model.model_dump(mode="json", exclude_defaults=True)
    text = yaml.safe_dump({"version": model.version, **values}, allow_unicode=True, sort_keys=False)
    return (
        "# What the columns mean. Edit and reload the table; delete to have it drafted anew.\n"
        + (text)
    )


def from_yaml(path: Path) -> SemanticModel:
    """Read an edited model; raises `BadFile` that names the line or field that is wrong."""
    try:
        return SemanticModel.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        cause = " ".join(str(error).split())
    except ValidationError as error:
        first = error.errors()[0]
        cause = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    raise BadFile(
        f"The model file {path} cannot be used ({cause}). Mend it, or delete it to have it drafted "
        "anew.",
        key="bad_model",
        file=str(path),
        cause=cause,
    )
