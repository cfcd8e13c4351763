"""Files the person chooses, awaited: which is opened, where one is saved and under what name."""

from itertools import chain, count
from pathlib import Path, PurePath

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from app.domain.answers import Answer
from app.domain.messages import TABLE_ENDINGS
from app.errors import BadFile
from gui.blocks.result_data import chart_of
from gui.dialogs.file_dialog import FileDialog
from gui.notices.bar import Notice
from gui.platform.tasks import ask_dialog
from gui.texts.names import file_of
from gui.texts.plain import unmarked


async def ask_data_files(parent: QWidget) -> list[Path]:
    """Let the person choose tables and logs; none when they leave it."""
    dialog = FileDialog(parent, "openDataDialog")
    dialog.setWindowTitle(QCoreApplication.translate("Dialogs", "Open Data File"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setOption(QFileDialog.Option.HideNameFilterDetails)
    named = (*TABLE_ENDINGS, ".log")
    endings = " ".join(f"*{ending}" for one in named for ending in (one, f"{one}.gz"))
    tables = QCoreApplication.translate("Dialogs", "Tables and logs")
    dialog.setNameFilters(
        [f"{tables} ({endings})", QCoreApplication.translate("Dialogs", "All files (*)")]
    )
    return await _all_chosen(dialog)


async def ask_files(parent: QWidget) -> list[Path]:
    """Let the person choose files that go along with a message."""
    dialog = FileDialog(parent, "attachDialog")
    dialog.setWindowTitle(QCoreApplication.translate("Dialogs", "Attach Files"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    return await _all_chosen(dialog)


async def ask_save_file(parent: QWidget, name: str, *others: str) -> Path | None:
    """Let the person choose where something is saved, `name` proposed; None when they leave it.

    `others` are its names in the other forms that it can have.
    """
    dialog = FileDialog(parent, "saveDialog")
    dialog.setWindowTitle(QCoreApplication.translate("Dialogs", "Save"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    filters = [QCoreApplication.translate("Dialogs", "All files (*)")]
    forms = {
        ".csv": QCoreApplication.translate("Dialogs", "CSV table (*.csv)"),
        ".xlsx": QCoreApplication.translate("Dialogs", "Excel workbook (*.xlsx)"),
        ".png": QCoreApplication.translate("Dialogs", "Picture (*.png)"),
        ".svg": QCoreApplication.translate("Dialogs", "Drawing (*.svg)"),
        ".html": QCoreApplication.translate("Dialogs", "Web page (*.html)"),
        ".pdf": QCoreApplication.translate("Dialogs", "PDF (*.pdf)"),
    }
    found = {
        forms[form]: form for one in (name, *others) if (form := PurePath(one).suffix) in forms
    }
    dialog.setDefaultSuffix(PurePath(name).suffix[1:])
    dialog.filterSelected.connect(lambda chosen: _take_form(dialog, found.get(chosen)))
    dialog.setNameFilters([*found, *filters])
    _propose(dialog, name)
    return await _chosen(dialog)


def _take_form(dialog: QFileDialog, form: str | None) -> None:
    """Save in the form that is chosen now, with the name as it is written."""
    if form is not None:
        dialog.setDefaultSuffix(form[1:])
        written = dialog.selectedFiles()
        if written:
            _propose(dialog, PurePath(written[0]).with_suffix(form).name)


def _propose(dialog: QFileDialog, name: str) -> None:
    """Propose a name that no file has yet, in the folder that is shown."""
    whole = Path(dialog.directory().path(), name)
    names = chain([name], (f"{whole.stem} ({number}){whole.suffix}" for number in count(2)))
    dialog.selectFile(next(one for one in names if not whole.with_name(one).exists()))


async def ask_export_file(parent: QWidget, name: str) -> Path | None:
    """Let the person choose where, and in which form, a conversation is saved.

    A name with a dot in it would be taken for one of its own form.
    """
    dialog = FileDialog(parent, "exportDialog")
    translate = QCoreApplication.translate
    dialog.setWindowTitle(translate("Dialogs", "Export Conversation"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    forms = {
        translate("Dialogs", "Markdown (*.md)"): ".md",
        translate("Dialogs", "Web page (*.html)"): ".html",
        translate("Dialogs", "PDF (*.pdf)"): ".pdf",
        translate("Dialogs", "Everything, to be imported again (*.json)"): ".json",
    }
    dialog.setNameFilters(list(forms))
    dialog.setDefaultSuffix("md")
    dialog.filterSelected.connect(lambda chosen: _take_form(dialog, forms[chosen]))
    _propose(dialog, f"{name}.md")
    return await _chosen(dialog)


async def ask_import_file(parent: QWidget) -> Path | None:
    """Let the person choose an exported conversation."""
    dialog = FileDialog(parent, "importDialog")
    dialog.setWindowTitle(QCoreApplication.translate("Dialogs", "Import Conversation"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(
        [QCoreApplication.translate("Dialogs", "Exported conversations (*.json)")]
    )
    return await _chosen(dialog)


async def _chosen(dialog: QFileDialog) -> Path | None:
    return next(iter(await _all_chosen(dialog)), None)


async def _all_chosen(dialog: QFileDialog) -> list[Path]:
    chosen: list[str] = []
    dialog.filesSelected.connect(chosen.extend)
    await ask_dialog(dialog)
    return [Path(name) for name in chosen]


_LONGEST = 80
_ENDINGS = frozenset((*TABLE_ENDINGS, ".log", ".gz", ".zip", ".md", ".html", ".pdf"))
_SECONDS = 8


def file_name(title: str) -> str:
    """Return a title, or an untrusted name, as the name of a file: no folders, nothing hidden."""
    kept = "".join(c if c.isalnum() or c in " -_." else " " for c in title)
    return " ".join(kept.split()).lstrip(".- ")[:_LONGEST].rstrip(". ") or "table"


def bare_name(title: str) -> str:
    """Return a title as the name of a file that gets an ending: without that of a file that the
    title is itself.
    """
    name = file_name(title)
    while (ending := PurePath(name).suffix.lower()) in _ENDINGS:
        name = name[: -len(ending)].rstrip(". ")
    return name


def answer_name(answer: Answer) -> str:
    """Return what an answer says as the name of a file that gets an ending: what its picture is
    called, else its headline, and of which file it is.
    """
    from app.domain.conversations import in_words, title_of

    chart = chart_of(answer)
    title = chart.data.get("title") if chart is not None and isinstance(chart.data, dict) else None
    said = title if isinstance(title, str) else unmarked(in_words(answer.text))
    table = PurePath(file_of(answer.agent)).stem
    return bare_name(" - ".join(filter(None, (title_of(said), table))))


def saved_notice(path: Path) -> Notice:
    """Return the notice of a file that was saved of what is open."""
    return Notice(
        key="saved",
        words=lambda: QCoreApplication.translate("Notices", "Saved as {path}").format(path=path),
        seconds=_SECONDS,
        here=True,
    )


def not_saved(path: Path, error: OSError) -> BadFile:
    """Return the error of a file that could not be written, to be raised."""
    cause = error.strerror or str(error)
    return BadFile(
        f"{path} could not be saved: {cause}.", key="not_saved", path=str(path), cause=cause
    )
