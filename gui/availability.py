"""Which commands can be given before the conversations are there, and which once they are."""

from gui.actions import Actions

_EARLY = ("actionNewConversation", "actionOpenData")
_AT_ONCE = (
    "actionSearchAll",
    "actionFind",
    "actionFindNext",
    "actionFindPrevious",
    "actionImport",
    "actionTour",
)
_WITH_SOMETHING = (
    "actionInspector",
    "actionExport",
    "actionPrint",
    "actionCopyLink",
    "actionTimeTravel",
    "actionNewWindow",
    "actionCompare",
    "actionLog",
    "actionMemory",
    "actionRecentData",
    "actionRename",
    "actionPin",
    "actionTags",
    "actionArchive",
    "actionDelete",
    "actionDetails",
    "actionUndo",
    "actionStop",
    "actionRetry",
    "actionNextNeedingYou",
    "actionEditLast",
)


def close_commands(actions: Actions, *, early: bool) -> None:
    """Offer nothing that needs the conversations; `early`, though, what can wait for them."""
    for name in (*(() if early else _EARLY), *_AT_ONCE, *_WITH_SOMETHING):
        actions[name].setEnabled(False)


def open_commands(actions: Actions, *, log: bool, recent: bool) -> None:
    """Offer what the conversations bring; the rest is offered by those who know of it.

    `log` says whether there is one, `recent` whether a table was opened lately.
    """
    for name in _AT_ONCE:
        actions[name].setEnabled(True)
    actions["actionLog"].setEnabled(log)
    actions["actionRecentData"].setEnabled(recent)
