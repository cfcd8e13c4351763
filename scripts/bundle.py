"""One folder with the program, Python, Qt and all extras, and an archive of it, in `dist`.

Run by `make bundle`, in the environment that `scripts/setup.sh bundle` prepares, on the system that
the bundle is for: PyInstaller bundles for no other.
"""

import os
import platform
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "org.balance_desk.BalanceDesk"
DESKTOP = ROOT / "assets" / "desktop"
# As the wheel installs them (pyproject.toml, [tool.setuptools.data-files]).
SHARED = {
    f"{NAME}.desktop": "applications",
    f"{NAME}.metainfo.xml": "metainfo",
    f"{NAME}.svg": "icons/hicolor/scalable/apps",
}
_ICON_PIXELS = 1024


def main() -> int:
    """Build the folder and the archive; return the exit code."""
    draw_icon(ROOT / "build" / "icon.png")
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", "dist", "--workpath", "build/bundle", "packaging/balance-desk.spec"]
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode != 0:
        return done.returncode
    folder = ROOT / "dist" / "balance-desk"
    if sys.platform.startswith("linux"):
        bring_what_desktops_look_for(folder / "share")
    made = archive(folder)
    print(f"{folder}: {_megabytes(_size(folder))}; {made}: {_megabytes(made.stat().st_size)}")
    return 0


def draw_icon(path: Path) -> None:
    """Draw the program's icon as a picture, from which PyInstaller makes those of each system."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QSize
    from PySide6.QtGui import QGuiApplication, QImageReader

    application = QGuiApplication([])
    reader = QImageReader(str(DESKTOP / f"{NAME}.svg"))
    reader.setScaledSize(QSize(_ICON_PIXELS, _ICON_PIXELS))
    path.parent.mkdir(parents=True, exist_ok=True)
    if not reader.read().save(str(path)):
        raise SystemExit(f"The icon could not be drawn into {path}: {reader.errorString()}")
    application.quit()


def bring_what_desktops_look_for(share: Path) -> None:
    """Put the desktop's entry, description and icon beside the program."""
    for name, place in SHARED.items():
        (share / place).mkdir(parents=True, exist_ok=True)
        shutil.copy2(DESKTOP / name, share / place)


def archive(folder: Path) -> Path:
    """Pack the folder for this system; on macOS the application that was made of it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    target = folder.parent / f"balance-desk-{project['version']}-{system}-{platform.machine()}"
    packed = "Balance Desk.app" if sys.platform == "darwin" else folder.name
    kind = "gztar" if system == "linux" else "zip"
    if system == "macos":
        # zip by Python would follow the links inside an application, which breaks its signature.
        made = target.with_name(f"{target.name}.zip")
        command = ["ditto", "-c", "-k", "--keepParent", packed, str(made)]
        subprocess.run(command, cwd=folder.parent, check=True)
        return made
    return Path(shutil.make_archive(str(target), kind, folder.parent, packed))


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.0f} MB"


if __name__ == "__main__":
    sys.exit(main())
