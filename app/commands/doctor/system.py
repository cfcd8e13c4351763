"""What the doctor finds around the program: fonts, typing, the keyring, MCP servers."""

import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from app.commands.doctor.findings import DoctorFinding, Repair
from app.errors import BadInput, DeskError
from app.system import display

_FONTS = {
    "apt-get": ("apt install", "fonts-noto-cjk"),
    "dnf": ("dnf install", "google-noto-sans-cjk-fonts"),
    "pacman": ("pacman -S", "noto-fonts-cjk"),
    "zypper": ("zypper install", "google-noto-sans-cjk-fonts"),
}
_KEYRINGS = {
    "apt-get": ("apt install", "gnome-keyring"),
    "dnf": ("dnf install", "gnome-keyring"),
    "pacman": ("pacman -S", "gnome-keyring"),
    "zypper": ("zypper install", "gnome-keyring"),
}
_INSTALL_SECONDS = 600


def hangul(families: Sequence[str]) -> DoctorFinding:
    """Return whether a font can show Korean, with the package that brings one."""
    if families:
        return DoctorFinding("hangul", "ok", ", ".join(families[:3]))
    repair = None
    if shutil.which("apt-get") is not None and _is_root():
        package = _FONTS["apt-get"][1]
        repair = Repair(
            f"install the package {package} with apt-get", lambda: _apt_install(package)
        )
    return DoctorFinding(
        "hangul",
        "problem",
        "no installed font can show Korean",
        f"Install one ({_command(_FONTS)}).",
        repair,
    )


def input_method(
    plugins: Sequence[str], environment: Mapping[str, str] | None = None
) -> DoctorFinding:
    """Return whether Hangul can be typed: `plugins` are the input methods that Qt brings."""
    environment = os.environ if environment is None else environment
    wanted = environment.get("QT_IM_MODULE", "")
    has = ", ".join(plugins) or "none"
    silent = display.fcitx_for_others_only(environment)
    known = any("fcitx" in name for name in plugins)
    if (wanted.startswith("fcitx") or silent) and not known:
        if not any("ibus" in name for name in plugins):
            return DoctorFinding(
                "input method",
                "problem",
                f"fcitx is wanted, and Qt has a plugin neither for it nor for ibus (it has: {has})",
                "Install PySide6-Essentials again: its folder plugins/platforminputcontexts is"
                " not whole.",
            )
        said = "fcitx (XMODIFIERS, and QT_IM_MODULE is not set)" if silent else wanted
        return DoctorFinding(
            "input method",
            "note",
            f"{said}: Qt's packages have no plugin for it; ibus is asked instead, which fcitx5"
            " answers",
            "With fcitx 4 Hangul cannot be composed: install fcitx5-hangul, and choose fcitx5 with"
            " im-config.",
        )
    return DoctorFinding("input method", "ok", f"{wanted or 'the system’s'} (Qt has: {has})")


def keyring() -> DoctorFinding:
    """Return where secrets are kept; the system may be asked, but no secret is read."""
    from app.profile.secrets import SessionSecrets, system_secrets

    if not isinstance(system_secrets(), SessionSecrets):
        return DoctorFinding("keyring", "ok", "the system keeps secrets")
    remedy = "Unlock the system's keyring and start again."
    if sys.platform == "linux":
        remedy = f"Install one and log in again ({_command(_KEYRINGS)}; KDE has KWallet)."
    return DoctorFinding(
        "keyring",
        "note",
        "there is none that can be trusted: tokens and keys are held in memory only, and asked"
        " for again at the next start",
        remedy,
    )


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _command(packages: Mapping[str, tuple[str, str]]) -> str:
    """Return how a package is installed here; the way of Debian where that is not known."""
    found = next((tool for tool in packages if shutil.which(tool) is not None), None)
    install, package = packages[found or "apt-get"]
    if found is None:
        return f"on Debian and Ubuntu: {install} {package}"
    return f"{'' if _is_root() else 'sudo '}{install} {package}"


def _apt_install(package: str) -> str:
    tool = shutil.which("apt-get")
    if tool is None:
        raise BadInput("apt-get is not there any more.")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(  # noqa: S603 apt-get by its full path, with a package of ours
            [tool, "install", "--yes", "--no-install-recommends", package],
            env=environment,
            capture_output=True,
            text=True,
            timeout=_INSTALL_SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired as error:
        raise BadInput(f"apt-get did not end within {_INSTALL_SECONDS} seconds.") from error
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        why = said[-1] if said else f"exit code {done.returncode}"
        raise BadInput(f"apt-get could not install {package}: {why}. Try apt-get update first.")
    return f"the package {package} is installed; start Balance Desk again"


_ALLOW: Final = (
    "Name what the agent chat may call in settings.toml: under [tools], allow = [{names}]."
)


async def mcp_servers(profile: Path) -> AsyncIterator[DoctorFinding]:
    """Yield a finding for each MCP server of the settings; starts them, and ends them."""
    from agents.toolbox import configured_tools
    from agents.tools.settings import mcp_servers

    try:
        named = mcp_servers(profile)
        if not named:
            return
        async with configured_tools(profile, all_servers=True) as configured:
            for error in configured.problems:
                yield DoctorFinding(
                    "MCP server", "note", str(error), "Look at [tools.mcp] in the settings."
                )
            allowed = configured.allowed
            for name in named:
                actions = [
                    f"{name}.{one['action']}"
                    for one in configured.tools.describe()
                    if one["tool"] == name
                ]
                if actions:
                    yield _answering(name, actions, allowed)
    except DeskError as error:
        yield DoctorFinding("MCP servers", "note", str(error))


def _answering(name: str, actions: list[str], allowed: frozenset[str]) -> DoctorFinding:
    may = [one for one in actions if one in allowed]
    missing = sorted(one for one in allowed if one.partition(".")[0] == name and one not in actions)
    if missing:
        text = f"{name} has no tool {', '.join(missing)}: it has {', '.join(actions)}"
        return DoctorFinding("MCP server", "note", text)
    if not may:
        text = f"{name} answers; the agent chat may call none of {', '.join(actions)}"
        names = ", ".join(f'"{one}"' for one in actions)
        return DoctorFinding("MCP server", "note", text, _ALLOW.format(names=names))
    return DoctorFinding(
        "MCP server", "ok", f"{name} answers; the agent chat may call {', '.join(may)}"
    )
