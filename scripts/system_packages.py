"""Qt finds every system library it needs and a font with Hangul, or the person is told how.

What is missing is found by asking: the dynamic linker about Qt's own files, and Qt about fonts.
As root on Debian it is installed; else the command that installs it is printed, and the exit code
is 1 if nothing works without it.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

# Names of Debian and Ubuntu; a library that is not listed is named by itself.
PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libstdc++.so.6": "libstdc++6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
FONT_PACKAGE = "fonts-noto-cjk"

ALWAYS = ("QtWidgets.abi3.so", "QtSvg.abi3.so", "QtNetwork.abi3.so", "QtTest.abi3.so")
ALWAYS_PLUGINS = ("platforms/libqoffscreen.so", "iconengines/*.so", "imageformats/libqsvg.so")
DISPLAY_PLUGINS = (
    "platforms/libqxcb.so",
    "platforms/libqwayland.so",
    "platforminputcontexts/libibus*.so",
    "platforminputcontexts/libcompose*.so",
    "wayland-shell-integration/libxdg-shell.so",
    "xcbglintegrations/*.so",
)

_HAS_HANGUL = """
import sys
from PySide6.QtGui import QFontDatabase, QGuiApplication
app = QGuiApplication(["probe", "-platform", "offscreen"])
sys.exit(not QFontDatabase.families(QFontDatabase.WritingSystem.Korean))
"""


def main() -> int:
    """Install or name what is missing; return the exit code."""
    if not sys.platform.startswith("linux"):
        return 0
    needed, wanted = missing_libraries()
    can_install = os.geteuid() == 0 and shutil.which("apt-get") is not None
    if can_install and (needed or wanted):
        _install(packages_of([*needed, *wanted]))
        needed, wanted = missing_libraries()
    if needed:
        _tell("Qt cannot start without these system libraries", packages_of(needed))
        return 1
    if wanted:
        _tell("A window on this machine also needs these system libraries", packages_of(wanted))
    if not has_hangul():
        if can_install:
            _install([FONT_PACKAGE])
        if not has_hangul():
            _tell(
                "No font with Hangul was found: Korean shows as boxes until you install",
                [FONT_PACKAGE],
            )
    return 0


def missing_libraries() -> tuple[list[str], list[str]]:
    """Return the sonames that Qt misses: without which nothing works, and for a real display."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or spec.origin is None:
        raise SystemExit("PySide6 is not installed in this environment: run scripts/setup.sh")
    folder = Path(spec.origin).parent
    plugins = folder / "Qt" / "plugins"
    always = [folder / name for name in ALWAYS]
    always += [file for pattern in ALWAYS_PLUGINS for file in plugins.glob(pattern)]
    display = [file for pattern in DISPLAY_PLUGINS for file in plugins.glob(pattern)]
    needed = _not_found(always)
    return needed, [name for name in _not_found(display) if name not in needed]


def _not_found(files: Iterable[Path]) -> list[str]:
    answer = subprocess.run(["ldd", *map(str, files)], capture_output=True, text=True, check=False)
    return sorted(set(re.findall(r"^\s*(\S+) => not found", answer.stdout, re.MULTILINE)))


def packages_of(libraries: Iterable[str]) -> list[str]:
    """Return the packages that hold these libraries; an unknown library stands for itself."""
    return sorted({PACKAGES.get(name, name) for name in libraries})


def has_hangul() -> bool:
    """Return whether Qt knows a font with Hangul, in a process of its own (Qt caches fonts)."""
    return subprocess.run([sys.executable, "-c", _HAS_HANGUL], check=False).returncode == 0


def _install(packages: list[str]) -> None:
    print(f"Installing {' '.join(packages)} …", file=sys.stderr)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    known = [name for name in packages if ".so" not in name]
    install = ["apt-get", "-o", "DPkg::Lock::Timeout=300"]  # seconds, where another one installs
    install += ["install", "-y", "-qq", "--no-install-recommends", *known]
    for command in (["apt-get", "update", "-qq"], install):
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)


def _tell(what: str, packages: list[str]) -> None:
    print(f"{what}:\n    sudo apt-get install {' '.join(packages)}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
