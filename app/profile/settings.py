"""The settings of one run: defaults, under the profile's file, under the environment, under the
command line; and the few choices of the window that are written back to the file.

`settings.toml` has the tables `[agents]` (default), `[window]` (language, theme, …) and
`[conversations]` (url of the service that keeps them for several desks). The environment overrides
with `BALANCE_DESK_` and the field's name in capitals. Secrets have no place here. The window reads
its theme and language from here before its first paint, so nothing heavier than a TOML parser is
imported.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from pathlib import Path
from typing import Any, Final, Literal

from app.errors import BadInput, BadProfile, cause_of

LANGUAGES = ("auto", "ko", "en", "es")
THEMES = ("system", "light", "dark")
SEND_KEYS = ("enter", "ctrl_enter")
MOTIONS = ("system", "full", "reduced")
FONT_SCALES = (0.5, 3.0)
MOST_ATTEMPTS = 20
WhoReads = Literal["rules-first", "model-first", "never"]
"""Who reads a question about a table: `rules-first` asks a model where rules leave words or find no
answer, `model-first` asks it about each question and falls back on rules, `never` asks none."""
WHO_READS: Final[tuple[WhoReads, ...]] = ("rules-first", "model-first", "never")
Looks = Literal["logs", "all", "never"]
"""Of what a model that reads a question is shown rows, those that its own queries give: of logs, of
all tables, or of nothing."""
LOOKS: Final[tuple[Looks, ...]] = ("logs", "all", "never")

_WINDOW = (
    "language",
    "theme",
    "send_key",
    "font_scale",
    "last_conversation",
    "geometry",
    "sidebar_width",
    "sidebar_hidden",
    "recent_data",
    "motion",
    "tour_seen",
    "shortcuts",
    "folder",
)
_MOST_PIXELS = 10_000
_ENVIRONMENT = "BALANCE_DESK_"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What this run was told; only the composition root and the command line read it."""

    profile: Path
    agent: str = "data"
    data: Path | None = None
    as_of: date | None = None
    models: WhoReads | None = None
    context: str | None = None
    language: str = "auto"
    theme: str = "system"
    send_key: str = "enter"
    font_scale: float = 1.0
    last_conversation: str = ""
    geometry: str = ""
    sidebar_width: int = 0
    sidebar_hidden: bool = False
    recent_data: tuple[str, ...] = ()
    motion: str = "system"
    tour_seen: bool = False
    shortcuts: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    conversations: str = ""
    conversations_attempts: int = 3
    conversations_tenant: str = ""


def load(
    profile: Path, *, environment: Mapping[str, str] | None = None, **given: object
) -> Settings:
    """Return the settings of a run; `given` is what the command line said (None = nothing).

    Raises `BadInput` naming the setting that does not fit, `BadProfile` for a broken file.
    """
    environment = os.environ if environment is None else environment
    said: dict[str, Any] = _flat(read_file(profile))
    for name in _READERS:
        if (text := environment.get(_ENVIRONMENT + name.upper())) is not None:
            said[name] = text
    said |= {name: value for name, value in given.items() if value is not None}
    if given.get("data") is not None:
        # A table that is named begins a conversation, as one that is opened in the window does.
        said["last_conversation"] = ""
    known = {one.name for one in fields(Settings)} - {"profile"}
    return Settings(
        profile=profile,
        **{name: _read(name, value) for name, value in said.items() if name in known},
    )


def read_file(profile: Path) -> dict[str, Any]:
    """Return the tables of the profile's settings file; an absent file is an empty one.

    Raises `BadProfile` when the file is there and is not TOML, with the line that is wrong.
    """
    path = profile / "settings.toml"
    if not path.is_file():
        return {}
    import tomllib

    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise BadProfile(
            f"The settings file {path} cannot be read: {cause_of(error)}. Mend or remove it.",
            key="bad_settings_file",
            path=str(path),
        ) from error


def save_window(profile: Path, **choices: object) -> None:
    """Write choices of the window into the settings file; comments and other tables stay.

    The file is replaced whole or not at all. Raises `BadProfile` when it cannot be written.
    """
    unknown = set(choices) - set(_WINDOW)
    if unknown:
        raise ValueError(f"not a choice of the window: {sorted(unknown)}")
    _change(profile, "window", choices)


def save_agents(profile: Path, known: Mapping[str, str]) -> None:
    """Write the agents that were added to this profile, name → address; as `save_window`."""
    _change(profile, "agents", {"known": dict(known)})


def save_service(profile: Path, url: str, tenant: str = "") -> None:
    """Write which conversation service keeps this desk's conversations ("": none), and of which
    tenant ("": the token's only one); as `save_window`."""
    _change(profile, "conversations", {"url": url, "tenant": tenant})


def save_model(profile: Path, choice: Mapping[str, str]) -> None:
    """Write which language model is used; as `save_window`. A key has no place here."""
    _change(profile, "model", choice)


def save_allowed(profile: Path, calls: Sequence[str]) -> None:
    """Write which tools of MCP servers a model may call; as `save_window`."""
    _change(profile, "tools", {"allow": list(calls)})


def _change(profile: Path, name: str, values: Mapping[str, object]) -> None:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    path = profile / "settings.toml"
    try:
        document = tomlkit.parse(path.read_text("utf-8") if path.is_file() else "")
        table = document.setdefault(name, tomlkit.table())
        for key, value in values.items():
            table[key] = value
        _replace(path, tomlkit.dumps(document))
    except (OSError, TOMLKitError) as error:
        raise BadProfile(
            f"The settings could not be written to {path}: {error}.",
            key="settings_not_written",
            path=str(path),
        ) from error


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a text is wanted")
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError("a list of texts is wanted")
    return tuple(_text(item) for item in value)


def _names(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise ValueError("a table of texts is wanted")
    return {_text(name): _text(item) for name, item in value.items()}


def _one_of(*allowed: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in allowed:
            raise ValueError("one of " + ", ".join(allowed) + " is wanted")
        return str(value)

    return read


def _flag(value: Any) -> bool:
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    if not isinstance(value, bool):
        raise ValueError("true or false is wanted")
    return value


def _scale(value: Any) -> float:
    low, high = FONT_SCALES
    if isinstance(value, bool) or not low <= float(value) <= high:
        raise ValueError(f"a number from {low} to {high} is wanted")
    return float(value)


def _attempts(value: Any) -> int:
    if isinstance(value, bool | float) or not 1 <= int(value) <= MOST_ATTEMPTS:
        raise ValueError(f"a whole number from 1 to {MOST_ATTEMPTS} is wanted")
    return int(value)


def _pixels(value: Any) -> int:
    if isinstance(value, bool | float) or not 0 <= int(value) <= _MOST_PIXELS:
        raise ValueError(f"a whole number from 0 to {_MOST_PIXELS} is wanted")
    return int(value)


def _day(value: Any) -> date:
    return value if isinstance(value, date) else date.fromisoformat(_text(value))


def _path(value: Any) -> Path:
    return Path(value).expanduser()


_READERS: dict[str, Callable[[Any], Any]] = {
    "agent": _text,
    "data": _path,
    "as_of": _day,
    "models": _one_of(*WHO_READS),
    "context": _text,
    "language": _one_of(*LANGUAGES),
    "theme": _one_of(*THEMES),
    "send_key": _one_of(*SEND_KEYS),
    "font_scale": _scale,
    "last_conversation": _text,
    "geometry": _text,
    "sidebar_width": _pixels,
    "sidebar_hidden": _flag,
    "recent_data": _texts,
    "motion": _one_of(*MOTIONS),
    "tour_seen": _flag,
    "shortcuts": _names,
    "folder": _text,
    "conversations": _text,
    "conversations_attempts": _attempts,
    "conversations_tenant": _text,
}


def _read(name: str, value: Any) -> Any:
    try:
        return _READERS[name](value)
    except (ValueError, TypeError) as error:
        raise BadInput(
            f"The setting {name.replace('_', '-')!r} cannot be {value!r}: {error}.",
            key="bad_setting",
            setting=name,
        ) from error


def _flat(tables: dict[str, Any]) -> dict[str, Any]:
    window, agents = tables.get("window"), tables.get("agents")
    flat: dict[str, Any] = {}
    if isinstance(window, dict):
        flat |= {name: window[name] for name in _WINDOW if name in window}
    if isinstance(agents, dict) and "default" in agents:
        flat["agent"] = agents["default"]
    service = tables.get("conversations")
    if isinstance(service, dict):
        for name in ("url", "attempts", "tenant"):
            if name in service:
                flat["conversations" if name == "url" else f"conversations_{name}"] = service[name]
    return flat


def _replace(path: Path, text: str) -> None:
    import tempfile

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".settings-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
