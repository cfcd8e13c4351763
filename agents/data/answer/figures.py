"""Figures as a reader of a language writes them: numbers, shares, moments, lengths of time.

What is written here is remembered, so that a text can be held against it afterwards: a numeral
that no cell, filter or count gave does not reach a reader (`Figures.check`).
"""

import math
import re
from datetime import date, datetime
from typing import TYPE_CHECKING

from agents.answering.grounding import Ungrounded
from agents.answering.sentences import fill
from agents.answering.text.language import Language, integer
from agents.answering.text.markdown import as_text
from agents.data.answer.sentences import say
from agents.data.compute.result import Cell, OutColumn
from agents.data.query.query import Cycle
from agents.data.query.spans import days_of, days_said, place_said

if TYPE_CHECKING:
    from babel import Locale

_NUMERAL = re.compile(r"\d+(?:[.,\u00a0\u202f'’]\d+)*")
_QUARTER = re.compile(r"(\d{4})-Q([1-4])$")
_WEEK = re.compile(r"(\d{4})-W(\d\d)$")
# Symbols of money stand where the language has them, other units behind the number.
_MONEY = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₩": "KRW"}
_DIGITS = 3  # significant ones of what is no whole number
_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60
_FRACTION = "#,##0.#########"  # as many decimals as a number has

_OF_GROUPS, _OF_ROWS = 80, 240  # characters of a name, of what a row says


class Wording:
    """Owns what an answer in one language has written, and may therefore state."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._written: set[str] = set()
        self._names: set[str] = set()

    def cell(self, value: Cell, column: OutColumn) -> str:
        """Return a cell of a result as it is read; an empty one is a dash."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return fill("agents.data.query", self.language, "yes" if value else "no", {})
        if column.type == "boolean":
            return self.name(str(value))
        if column.type in ("date", "timestamp"):
            return self.moment(str(value))
        if isinstance(value, str):
            return self.name(value, _OF_ROWS if column.part == "row" else _OF_GROUPS)
        if column.type == "seconds":
            return self.length(float(value))
        if column.share:
            return self.share(float(value))
        return self.number(value, column.unit, column.decimals)

    def number(self, value: float, unit: str = "", decimals: int | None = None) -> str:
        """Return a number with its unit; what is no whole number has three digits that count, an
        amount its `decimals`."""
        from babel.numbers import format_currency, format_decimal, get_currency_symbol

        if isinstance(value, float) and not math.isfinite(value):
            return "–"
        digits = decimals_of(value)
        pattern = "#,##0" + ("." + "#" * digits if digits else "")
        if decimals is not None and (abs(value) >= 1 or not value):
            digits = decimals
            pattern = "#,##0" + ("." + "0" * digits if digits else "")
        if unit in _MONEY:
            money = format_currency(
                value, _MONEY[unit], locale=self._locale, currency_digits=False,
                format=_money_pattern(self._locale, digits), group_separator=self._grouped(value),
            )  # fmt: skip
            sign = get_currency_symbol(_MONEY[unit], locale=self._locale)
            return self._wrote(money.replace(sign, unit))
        text = format_decimal(
            value, format=pattern, locale=self._locale, group_separator=self._grouped(value)
        )
        space = "" if unit == "%" and self.language != "es" else "\u00a0"
        return self._wrote(text) + (f"{space}{as_text(unit)}" if unit else "")

    def share(self, value: float) -> str:
        """Return a share (1 is all) in per cent, with one decimal unless it is whole."""
        from babel.numbers import format_percent

        return self._wrote(
            format_percent(value, format=_percent(self._locale), locale=self._locale)
        )

    def count(self, value: int) -> str:
        """Return a whole number."""
        return self._wrote(integer(value, self.language))

    def change(
        self, value: float, unit: str = "", decimals: int | None = None, *, share: bool = False
    ) -> str:
        """Return by how much something changed, with its sign; of shares in per cent (points)."""
        size = abs(value)
        text = self.share(size) if share else self.number(size, unit, decimals)
        return _sign(value, text) + text

    def difference(self, value: float, column: OutColumn) -> str:
        """Return by how much figures of a column differ: of shares in points."""
        if column.share:
            return say(self.language, "points", value=self.points(value))
        if column.type == "seconds":
            return ("−" if value < 0 else "+") + self.length(abs(value))
        return self.change(value, column.unit, column.decimals)

    def points(self, value: float) -> str:
        """Return by how much a share (1 is all) changed, with its sign, in points of per cent."""
        from babel.numbers import format_decimal

        text = format_decimal(abs(value) * 100, format="#,##0.#", locale=self._locale)
        return _sign(value, text) + self._wrote(text)

    def moment(self, value: str) -> str:
        """Return a moment of any grain: 2024, 2024-Q3, 2024-W07, 2024-03, 2024-03-05T09:00."""
        from babel.dates import format_skeleton

        if (quarter := _QUARTER.match(value)) is not None:
            day = date(int(quarter[1]), 3 * int(quarter[2]) - 2, 1)
            return self._wrote(format_skeleton("yQQQ", day, locale=self._locale))
        if _WEEK.match(value) and (days := days_of(value)) is not None:
            return self._wrote(days_said(*days, self.language))
        padded = value + "-01-01"[len(value) - 4 :] if len(value) in (4, 7) else value
        try:
            day = datetime.fromisoformat(padded)
        except ValueError:
            return self.name(value)
        if len(value) == 4:
            return self._wrote(value)
        skeleton = "yMMM" if len(value) == 7 else "yMMMd"
        text = format_skeleton(skeleton, day, locale=self._locale)
        if len(value) > 10:
            text += f" {day:%H:%M:%S}" if day.second else f" {day:%H:%M}"
        return self._wrote(text)

    def in_cycle(self, place: int, cycle: Cycle) -> str:
        """Return a place in a cycle: Monday (of weekdays, 1 is Monday), March, 9:00, Q2."""
        return self._wrote(place_said(place, cycle, self.language))

    def length(self, seconds: float) -> str:
        """Return a length of time: 2 days 3 hr, 38:08 (minutes and seconds), 1:02:03."""
        from babel.units import format_unit

        if abs(seconds) < _MINUTE:
            short = float(f"{seconds:.3g}")  # of which one decimal would tell next to nothing
            told = short if abs(seconds) < 1 else round(seconds, 1 if seconds % 1 else 0)
            text = format_unit(
                told, "duration-second", "narrow", _FRACTION, locale=self._locale
            )  # fmt: skip
            return self._wrote(text)
        whole = round(abs(seconds))
        days, rest = divmod(whole, _DAY)
        hours, rest = divmod(rest, _HOUR)
        minutes, left = divmod(rest, _MINUTE)
        sign = "−" if seconds < 0 else ""
        if days:
            parts = [format_unit(days, "duration-day", "short", locale=self._locale)]
            if hours:
                parts.append(format_unit(hours, "duration-hour", "short", locale=self._locale))
            return self._wrote(sign + " ".join(parts))
        clock = f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
        return self._wrote(sign + clock)

    def name(self, text: str, most: int = _OF_GROUPS) -> str:
        """Return a name of the table as text in Markdown, of so many characters at the most; its
        digits are no figures."""
        shown = as_text(text, most)
        if any(sign.isdigit() for sign in text):
            self._names.update((text, shown))
        return shown

    def allow(self, *texts: str) -> None:
        """Allow the numerals of texts that state filters and thresholds."""
        for text in texts:
            self._wrote(text)

    def check(self, text: str) -> None:
        """Raise `Ungrounded` if a text has a numeral that was not written here."""
        plain = text
        for name in sorted(self._names, key=len, reverse=True):
            plain = _whole(name).sub(" ", plain) if name in plain else plain
        strange = [one for one in _NUMERAL.findall(plain) if one not in self._written]
        if strange:
            raise Ungrounded(f"Not in the result: {', '.join(strange)}", numerals=strange)

    def _wrote(self, text: str) -> str:
        self._written.update(_NUMERAL.findall(text))
        return text

    def _grouped(self, value: float) -> bool:
        """Whether the digits of a number are grouped: in Spanish from five on, as in the window."""
        return self.language != "es" or abs(value) >= 10_000

    @property
    def _locale(self) -> "Locale":
        from babel import Locale

        return Locale.parse(self.language)


def decimals_of(value: float) -> int:
    """Return how many decimals a number is read with: three digits that count, at most six of them
    behind the point, and one at least of what is no whole number."""
    if value == int(value):
        return 0
    before = math.floor(math.log10(abs(value))) + 1
    return min(6, max(1, _DIGITS - before))


def _sign(value: float, text: str) -> str:
    """Return the sign of a change as it is written: of what reads as nothing it has none."""
    nothing = not any(one in "123456789" for one in text)
    return "±" if nothing else "+" if value > 0 else "−"


def _money_pattern(locale: "Locale", digits: int) -> str:
    pattern = str(locale.currency_formats["standard"].pattern)
    number = "#,##0" + ("." + "0" * max(2, digits) if digits else "")
    return re.sub(r"[#0,]*0(?:\.0+)?", number, pattern, count=1)


def _percent(locale: "Locale") -> str:
    return str(locale.percent_formats[None].pattern).replace("#,##0", "#,##0.#", 1)


def _whole(name: str) -> re.Pattern[str]:
    """Return what finds a name where it is no part of a longer numeral: 1, but not in 18."""
    start = r"(?<!\d)(?<!\d[.,])" if name[:1].isdigit() else ""
    end = r"(?![.,]?\d)" if name[-1:].isdigit() else ""
    return re.compile(f"{start}{re.escape(name)}{end}")
