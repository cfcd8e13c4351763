"""Which days the table covers: what period is this, ¿desde cuándo hay datos?, 언제부터야?"""

import re

_DATA = (
    r"(?:the |this |your |these )?"
    r"(?:data ?set|data ?base|data|table|file|games|matches|records?|sample)"
)
_DATOS = (
    r"(?:los |las |la |el |estos |estas |esta |este |tus )?"
    r"(?:datos|tabla|archivo|fichero|partidas|juegos|registros?|muestra)"
)
_TABLE_KO = r"(?:이 |그 |여기 |이거 |이것 )?(?:데이터|자료|표|파일|기록|경기|경기 기록|데이터셋)"
_KO = r"(?:은|는|이|가|의|들은|들이|에는|엔)?"
_TIMES = (
    r"(?:periods?|dates?|years?|time ?(?:span|range|frame|period)|date range|months?|days?|seasons)"
)
_TIMES_ES = r"(?:periodos?|fechas?|anos?|rango de fechas|meses|dias|epoca)"
_TIMES_KO = r"(?:기간|날짜|연도|년도|시기|날짜 범위|기간 범위)"

_ASKED = re.compile(
    "|".join((
        rf"(?:what|which) {_TIMES} (?:does|do|is|are|did) {_DATA} "
        r"(?:cover|span|include|contain|have|from|about|for|range|go|run)(?:ed|s|ing)?(?: over)?",
        rf"(?:what|which) {_TIMES} (?:is|are) (?:there|covered|included|available|in {_DATA}|"
        rf"covered (?:by|in) {_DATA})(?: in {_DATA})?",
        rf"what (?:is|are) the {_TIMES}(?: (?:covered|range))?(?: (?:of|in|for|by) {_DATA})?",
        rf"how (?:far back|old|recent|up to date) (?:does|do|is|are) {_DATA}(?: go| reach)?",
        rf"(?:from when(?: (?:to|until|till) when)?|since when|until when|when) (?:is|are|does|do) "
        rf"{_DATA}(?: from| start(?: and (?:end|stop))?| begin(?: and end)?| end| date from)?",
        rf"(?:que|cuales|de que|cual es el|cuales son las|que rango de) (?:las |los )?{_TIMES_ES} "
        rf"(?:cubren?|abarcan?|incluyen?|tienen?|hay|son|es|contienen?|comprenden?|de|estan?)"
        rf"(?: en)?(?: {_DATOS})?(?: disponibles)?",
        rf"(?:desde cuando(?: hasta cuando)?|de cuando(?: a cuando)?|hasta cuando|cuando) "
        rf"(?:hay|son|es|van?|empiezan?|llegan?|terminan?|comienzan?|tienen?|abarcan?) ?{_DATOS}",
        rf"(?:cual es el|que) {_TIMES_ES} de {_DATOS}",
        rf"(?:{_TABLE_KO}{_KO} ?)?(?:{_TIMES_KO}{_KO} ?)?언제부터(?: ?언제까지)? ?"
        rf"(?:{_TABLE_KO}{_KO} ?)?"
        r"(?:있|야|이야|인가|인지|예요|이에요|입니까|임|시작|까지|나와)[가-힣 ]*",
        rf"{_TABLE_KO}{_KO} ?{_TIMES_KO}{_KO} ?(?:언제|어떻게|어디부터|얼마나|뭐|몇)[가-힣 ]*",
        rf"{_TABLE_KO}{_KO} ?{_TIMES_KO}{_KO}?(?: ?(?:알려|보여|말해)[가-힣 ]*)?",
        rf"(?:{_TABLE_KO}{_KO} ?)?(?:어느|어떤|무슨|몇) (?:{_TIMES_KO}|년|해){_KO} ?"
        rf"(?:{_TABLE_KO}(?:야|이야|예요|인가요|인지|임)?|부터[가-힣 ]*)",
    ))
)  # fmt: skip
_WORDS = (
    "when", "period", "date", "year", "span", "frame", "month", "day", "season", "back", "old",
    "recent", "fecha", "ano", "mes", "dia", "epoca", "cuando",
    "언제", "기간", "날짜", "연도", "년", "시기", "해",
)  # fmt: skip


def asks_dates(said: str) -> bool:
    """Whether a normalised message asks only from when to when the games are."""
    return (
        any(word in said for word in _WORDS) and _ASKED.fullmatch(said.strip("?!. ¿")) is not None
    )
