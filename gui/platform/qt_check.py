"""What Qt finds on this machine, as one JSON object; a program of its own, for Qt may abort."""

import json
import os
import sys
from pathlib import Path


def main() -> int:
    """Print what was found: versions, fonts with Hangul, input methods, platforms."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6 import __version__ as binding
    from PySide6.QtCore import QLibraryInfo, qVersion
    from PySide6.QtGui import QFont, QGuiApplication

    from gui.platform.fonts import hangul_families

    application = QGuiApplication(sys.argv[:1])
    plugins = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    found = {
        "pyside": binding,
        "qt": qVersion(),
        "hangul": list(hangul_families(QFont(application.font()))),
        "platforms": _names(plugins / "platforms"),
        "input_methods": _names(plugins / "platforminputcontexts"),
    }
    sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")
    return 0


def _names(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    return sorted(
        path.name.split(".")[0]
        .removeprefix("lib")
        .removesuffix("plugin")
        .removesuffix("platforminputcontext")
        for path in folder.iterdir()
        if path.suffix in (".so", ".dll", ".dylib")
    )
