"""Why a data file cannot be used, by the key of the error; in English."""

from typing import Final

from gui.i18n import QT_TRANSLATE_NOOP

TABLES: Final = {
    "file_missing": QT_TRANSLATE_NOOP(
        "Errors",
        "There is no such file. Check the name and the folder.",
    ),
    "file_is_directory": QT_TRANSLATE_NOOP(
        "Errors",
        "This folder holds no replays. Choose a table or a folder of replays.",
    ),
    "file_unreadable": QT_TRANSLATE_NOOP(
        "Errors",
        "The file cannot be read: {cause}.",
    ),
    "file_empty": QT_TRANSLATE_NOOP(
        "Errors",
        "The file is empty.",
    ),
    "file_not_a_table": QT_TRANSLATE_NOOP(
        "Errors",
        "It is not a table. Choose a CSV file (UTF-8 or CP949), a Parquet file or an SQLite"
        " database with column names.",
    ),
    "file_too_large": QT_TRANSLATE_NOOP(
        "Errors",
        "The file is too large for this computer. Free some room, or give a smaller file.",
    ),
    "file_changing": QT_TRANSLATE_NOOP(
        "Errors",
        "The file changed while it was read. Try again when nothing writes to it.",
    ),
    "loading_stopped": QT_TRANSLATE_NOOP(
        "Errors",
        "The reading of the table was stopped.",
    ),
    "file_without_rows": QT_TRANSLATE_NOOP(
        "Errors",
        "The table has column names but no rows.",
    ),
    "table_without_sides": QT_TRANSLATE_NOOP(
        "Errors",
        "The table does not show who played: columns such as p1_race and p2_race, or"
        " winner_name and loser_name, or one row per side are needed. It has: {columns}.",
    ),
    "rate_without_games": QT_TRANSLATE_NOOP(
        "Errors",
        "The table has rates, but not of how many games: rates of different numbers of games"
        " cannot be put together. Add a column with the games, or with the wins. It has:"
        " {columns}.",
    ),
    "table_without_winner": QT_TRANSLATE_NOOP(
        "Errors",
        "No column says who won: 1 or 2, the name of a side, 0 or 1, goals, or games and wins."
        " It has: {columns}.",
    ),
    "file_several_tables": QT_TRANSLATE_NOOP(
        "Errors",
        "The database holds several tables: {tables}.",
    ),
    "replays_need_sc2reader": QT_TRANSLATE_NOOP(
        "Errors",
        "Reading replays needs the package sc2reader: install Balance Desk with the extra"
        " “replays”.",
    ),
    "replays_unusable": QT_TRANSLATE_NOOP(
        "Errors",
        "No game with a result could be read from the replays.",
    ),
}
