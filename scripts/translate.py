"""Collects the window's texts, says what is not translated yet, and compiles the catalogues.

    python scripts/translate.py [--check]

Texts go from gui/**/*.py into assets/translations/balance_desk_{ko,es,en}.ts (English holds the
number forms only), and from there into the .qm files that the window loads. With --check nothing
is written; the exit code is 1 when a text is missing, unfinished or no longer used.
"""

import shutil
import subprocess
import sys
import sysconfig
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "assets" / "translations"
LANGUAGES = ("ko", "es", "en")


def main() -> int:
    """Collect, report and compile; return the exit code."""
    check = "--check" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) if check else FOLDER
        if check:
            shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
        problems = []
        for language in LANGUAGES:
            path = folder / f"balance_desk_{language}.ts"
            before = _texts(path)
            collect(path, plurals_only=language == "en")
            if check and before != _texts(path):
                problems.append(f"{path.name}: run scripts/translate.py")
            problems += [f"{path.name}: not translated: {text!r}" for text in unfinished(path)]
            if not check:
                run("lrelease", "-silent", str(path), "-qm", str(path.with_suffix(".qm")))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def collect(path: Path, *, plurals_only: bool) -> None:
    """Bring a catalogue up to the texts of the source; translations stay."""
    sources = sorted(str(source) for source in (ROOT / "gui").rglob("*.py"))
    options = ["-silent", "-no-obsolete", "-locations", "none", "-source-language", "en"]
    if plurals_only:
        options.append("-pluralonly")
    language = path.stem.rsplit("_", 1)[-1]
    run("lupdate", *sources, *options, "-target-language", language, "-ts", str(path))


def unfinished(path: Path) -> list[str]:
    """Return the texts that have no translation, or lack a number form."""
    found = []
    for message in ET.parse(path).getroot().iter("message"):
        translation = message.find("translation")
        if translation is None:
            continue
        forms = [form.text for form in translation.iter("numerusform")] or [translation.text]
        if translation.get("type") == "unfinished" or not all(forms):
            found.append(message.findtext("source") or "")
    return found


def run(tool: str, *arguments: str) -> None:
    """Run one of Qt's Linguist tools; CalledProcessError when it fails."""
    command = Path(sysconfig.get_path("scripts")) / f"pyside6-{tool}"
    subprocess.run([str(command), *arguments], check=True, stdout=subprocess.DEVNULL)


def _texts(path: Path) -> set[tuple[str, str]]:
    if not path.is_file():
        return set()
    return {
        (context.findtext("name") or "", message.findtext("source") or "")
        for context in ET.parse(path).getroot().iter("context")
        for message in context.iter("message")
    }


if __name__ == "__main__":
    sys.exit(main())
