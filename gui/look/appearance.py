"""The look and the language of the running window, changed while it runs."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from gui.look.preferences import LARGEST, SMALLEST, Preferences
from gui.look.theme import Theme, apply_theme, theme_for
from gui.platform.i18n import Translations
from gui.platform.motion import motion_of


class Appearance(QObject):
    """Owns theme, zoom, language and motion of the application, as preferences and system say."""

    themeChanged = Signal()
    languageChanged = Signal()

    def __init__(self, app: QApplication, preferences: Preferences, parent: QObject) -> None:
        super().__init__(parent)
        self._app = app
        self._preferences = preferences
        self._translations = Translations(app)
        self._look: tuple[str, float] | None = None
        self._spoken = ""
        self.theme: Theme = theme_for(preferences.theme, app.styleHints().colorScheme())
        app.styleHints().colorSchemeChanged.connect(lambda _: self.apply())
        self.apply()

    @property
    def scale(self) -> float:
        """The zoom, a factor on the body size."""
        return min(LARGEST, max(SMALLEST, self._preferences.font_scale))

    @property
    def language(self) -> str:
        """The language that is spoken: `ko`, `en` or `es`."""
        return self._translations.language

    def apply(self) -> None:
        """Make the application look, move and speak as the preferences say."""
        self._speak()
        motion_of(self._app).choose(self._preferences.motion)
        wanted = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        choice = self._preferences.theme
        hints = self._app.styleHints()
        if choice in wanted:
            hints.setColorScheme(wanted[choice])
        else:
            hints.unsetColorScheme()
        theme = theme_for(choice, hints.colorScheme())
        look = (theme.name, self.scale)
        if look != self._look:
            self._look, self.theme = look, theme
            apply_theme(self._app, theme, scale=self.scale)
            self.themeChanged.emit()

    def _speak(self) -> None:
        if self._preferences.language != self._spoken:
            self._spoken = self._preferences.language
            self._translations.use(self._spoken)
            self.languageChanged.emit()
