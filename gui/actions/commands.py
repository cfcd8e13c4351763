"""The commands of the window, in the order of its menus: names, English texts, keys."""

from typing import Final, NamedTuple

from PySide6.QtGui import QAction, QKeySequence

from gui.platform.i18n import LANGUAGES, NATIVE_NAMES, QT_TRANSLATE_NOOP

Key = QKeySequence.StandardKey
Role = QAction.MenuRole


class Command(NamedTuple):
    """A command as the registry lists it; `text` is English, to be translated when shown.

    `group` makes it one of several of which exactly one is checked.
    """

    name: str
    text: str
    keys: tuple[Key | str, ...] = ()
    checkable: bool = False
    group: str = ""
    role: Role = Role.NoRole


class Menu(NamedTuple):
    """A menu or submenu: its English title and what it holds; None is a separator."""

    title: str
    items: "tuple[Command | Menu | None, ...]"


MENUS: Final = (
    Menu(
        QT_TRANSLATE_NOOP("Actions", "&File"),
        (
            Command(
                "actionNewConversation",
                QT_TRANSLATE_NOOP("Actions", "&New Conversation"),
                ("Ctrl+N",),
            ),
            Command(
                "actionSwitch", QT_TRANSLATE_NOOP("Actions", "&Go to Conversation…"), ("Ctrl+K",)
            ),
            Command(
                "actionNewWindow",
                QT_TRANSLATE_NOOP("Actions", "Open in New &Window"),
                ("Ctrl+Shift+N",),
            ),
            None,
            Command(
                "actionOpenData", QT_TRANSLATE_NOOP("Actions", "&Open Data File…"), ("Ctrl+O",)
            ),
            Command("actionRecentData", QT_TRANSLATE_NOOP("Actions", "&Recent Data Files…")),
            Command("actionAddAgent", QT_TRANSLATE_NOOP("Actions", "&Add an Agent…")),
            None,
            Command("actionExport", QT_TRANSLATE_NOOP("Actions", "&Export…"), ("Ctrl+Shift+E",)),
            Command("actionImport", QT_TRANSLATE_NOOP("Actions", "&Import…")),
            Command("actionPrint", QT_TRANSLATE_NOOP("Actions", "&Print…"), ("Ctrl+P",)),
            None,
            Command("actionClose", QT_TRANSLATE_NOOP("Actions", "&Close Window"), ("Ctrl+W",)),
            Command(
                "actionQuit",
                QT_TRANSLATE_NOOP("Actions", "&Quit"),
                ("Ctrl+Q",),
                role=Role.QuitRole,
            ),
        ),
    ),
    Menu(
        QT_TRANSLATE_NOOP("Actions", "&Edit"),
        (
            Command("actionUndo", QT_TRANSLATE_NOOP("Actions", "&Undo"), (Key.Undo,)),
            None,
            Command("actionCut", QT_TRANSLATE_NOOP("Actions", "Cu&t"), (Key.Cut,)),
            Command("actionCopy", QT_TRANSLATE_NOOP("Actions", "&Copy"), (Key.Copy,)),
            Command("actionPaste", QT_TRANSLATE_NOOP("Actions", "Pa&ste"), (Key.Paste,)),
            Command("actionCopyLink", QT_TRANSLATE_NOOP("Actions", "Copy A&ddress")),
            Command(
                "actionSelectAll", QT_TRANSLATE_NOOP("Actions", "Select &All"), (Key.SelectAll,)
            ),
            None,
            Command("actionFind", QT_TRANSLATE_NOOP("Actions", "&Find…"), (Key.Find,)),
            Command("actionFindNext", QT_TRANSLATE_NOOP("Actions", "Find &Next"), ("F3",)),
            Command(
                "actionFindPrevious",
                QT_TRANSLATE_NOOP("Actions", "Find P&revious"),
                ("Shift+F3",),
            ),
            Command(
                "actionSearchAll",
                QT_TRANSLATE_NOOP("Actions", "Search E&verything…"),
                ("Ctrl+Shift+F",),
            ),
            None,
            Command("actionEditLast", QT_TRANSLATE_NOOP("Actions", "&Edit Last Message")),
            Command(
                "actionAttach", QT_TRANSLATE_NOOP("Actions", "Attach Fi&les…"), ("Ctrl+Shift+A",)
            ),
            None,
            Command(
                "actionPreferences",
                QT_TRANSLATE_NOOP("Actions", "&Preferences…"),
                ("Ctrl+,",),
                role=Role.PreferencesRole,
            ),
        ),
    ),
    Menu(
        QT_TRANSLATE_NOOP("Actions", "&View"),
        (
            Command("actionSidebar", QT_TRANSLATE_NOOP("Actions", "&Sidebar"), ("Ctrl+B",), True),
            Command("actionDataPage", QT_TRANSLATE_NOOP("Actions", "What the &Data Holds")),
            Command("actionBoard", QT_TRANSLATE_NOOP("Actions", "&Board…"), ("Ctrl+Shift+B",)),
            Command("actionLog", QT_TRANSLATE_NOOP("Actions", "Stream Lo&g…"), ("Ctrl+Shift+L",)),
            Command("actionMemory", QT_TRANSLATE_NOOP("Actions", "Memor&y…"), ("Ctrl+Shift+M",)),
            Command("actionSteps", QT_TRANSLATE_NOOP("Actions", "Ste&ps"), ("Ctrl+Shift+T",), True),
            Command(
                "actionTimeTravel",
                QT_TRANSLATE_NOOP("Actions", "Ti&me Travel"),
                ("Ctrl+Shift+H",),
                True,
            ),
            Command(
                "actionInspector",
                QT_TRANSLATE_NOOP("Actions", "Inspe&ctor"),
                ("Ctrl+Shift+I",),
                True,
            ),
            Command("actionAgentTasks", QT_TRANSLATE_NOOP("Actions", "Tas&ks of the Agent…")),
            None,
            Menu(
                QT_TRANSLATE_NOOP("Actions", "&Theme"),
                (
                    Command(
                        "actionThemeSystem",
                        QT_TRANSLATE_NOOP("Actions", "Same as the &System"),
                        checkable=True,
                        group="theme",
                    ),
                    Command(
                        "actionThemeLight",
                        QT_TRANSLATE_NOOP("Actions", "&Light"),
                        checkable=True,
                        group="theme",
                    ),
                    Command(
                        "actionThemeDark",
                        QT_TRANSLATE_NOOP("Actions", "&Dark"),
                        checkable=True,
                        group="theme",
                    ),
                ),
            ),
            Menu(
                QT_TRANSLATE_NOOP("Actions", "Motio&n"),
                (
                    Command(
                        "actionMotionSystem",
                        QT_TRANSLATE_NOOP("Actions", "Same as the &System"),
                        checkable=True,
                        group="motion",
                    ),
                    Command(
                        "actionMotionFull",
                        QT_TRANSLATE_NOOP("Actions", "&Full"),
                        checkable=True,
                        group="motion",
                    ),
                    Command(
                        "actionMotionReduced",
                        QT_TRANSLATE_NOOP("Actions", "&Reduced"),
                        checkable=True,
                        group="motion",
                    ),
                ),
            ),
            Menu(
                QT_TRANSLATE_NOOP("Actions", "&Language"),
                (
                    Command(
                        "actionLanguageAuto",
                        QT_TRANSLATE_NOOP("Actions", "Same as the &System"),
                        checkable=True,
                        group="language",
                    ),
                    *(
                        Command(
                            f"actionLanguage{language.capitalize()}",
                            NATIVE_NAMES[language],
                            checkable=True,
                            group="language",
                        )
                        for language in LANGUAGES
                    ),
                ),
            ),
            Menu(
                QT_TRANSLATE_NOOP("Actions", "&Zoom"),
                (
                    Command(
                        "actionZoomIn",
                        QT_TRANSLATE_NOOP("Actions", "Zoom &In"),
                        ("Ctrl++", "Ctrl+="),
                    ),
                    Command(
                        "actionZoomOut", QT_TRANSLATE_NOOP("Actions", "Zoom &Out"), ("Ctrl+-",)
                    ),
                    Command(
                        "actionZoomReset", QT_TRANSLATE_NOOP("Actions", "&Reset Zoom"), ("Ctrl+0",)
                    ),
                ),
            ),
            None,
            Command(
                "actionFullScreen", QT_TRANSLATE_NOOP("Actions", "F&ull Screen"), ("F11",), True
            ),
        ),
    ),
    Menu(
        QT_TRANSLATE_NOOP("Actions", "&Conversation"),
        (
            Command("actionRename", QT_TRANSLATE_NOOP("Actions", "&Rename"), ("F2",)),
            Command("actionPin", QT_TRANSLATE_NOOP("Actions", "&Pin"), ("Ctrl+D",), True),
            Command("actionTags", QT_TRANSLATE_NOOP("Actions", "Ta&gs…"), ("Ctrl+T",)),
            Command(
                "actionArchive", QT_TRANSLATE_NOOP("Actions", "&In the Archive"), ("Ctrl+E",), True
            ),
            Command(
                "actionDelete", QT_TRANSLATE_NOOP("Actions", "&Delete"), ("Ctrl+Shift+Delete",)
            ),
            Command("actionDetails", QT_TRANSLATE_NOOP("Actions", "Detai&ls…")),
            None,
            Command("actionStop", QT_TRANSLATE_NOOP("Actions", "&Stop"), ("Esc",)),
            Command("actionRetry", QT_TRANSLATE_NOOP("Actions", "Re&try"), ("Ctrl+R",)),
            Command(
                "actionCompare",
                QT_TRANSLATE_NOOP("Actions", "Co&mpare Results…"),
                ("Ctrl+Shift+D",),
            ),
            None,
            Command(
                "actionJumpToLatest",
                QT_TRANSLATE_NOOP("Actions", "&Jump to Latest"),
                ("Ctrl+Down",),
            ),
            Command(
                "actionNextNeedingYou",
                QT_TRANSLATE_NOOP("Actions", "&Next Needing You"),
                ("Ctrl+J",),
            ),
            None,
            Command(
                "actionPreviousConversation",
                QT_TRANSLATE_NOOP("Actions", "Conversation &Above"),
                ("Alt+Up",),
            ),
            Command(
                "actionNextConversation",
                QT_TRANSLATE_NOOP("Actions", "Conversation &Below"),
                ("Alt+Down",),
            ),
            Command("actionNextPane", QT_TRANSLATE_NOOP("Actions", "Next Pan&e"), ("F6",)),
            Command(
                "actionPreviousPane",
                QT_TRANSLATE_NOOP("Actions", "Previous Pane"),
                ("Shift+F6",),
            ),
        ),
    ),
    Menu(
        QT_TRANSLATE_NOOP("Actions", "&Help"),
        (
            Command("actionHelp", QT_TRANSLATE_NOOP("Actions", "&Help"), ("F1",)),
            Command("actionTour", QT_TRANSLATE_NOOP("Actions", "&Tour in Three Steps")),
            Command(
                "actionPalette", QT_TRANSLATE_NOOP("Actions", "All &Commands…"), ("Ctrl+Shift+P",)
            ),
            Command(
                "actionShortcuts", QT_TRANSLATE_NOOP("Actions", "Keyboard &Shortcuts"), ("Ctrl+/",)
            ),
            None,
            Command("actionReport", QT_TRANSLATE_NOOP("Actions", "&Report a Problem…")),
            Command("actionUpdates", QT_TRANSLATE_NOOP("Actions", "Check for &Updates…")),
            Command(
                "actionAbout",
                QT_TRANSLATE_NOOP("Actions", "&About Balance Desk"),
                role=Role.AboutRole,
            ),
        ),
    ),
)
