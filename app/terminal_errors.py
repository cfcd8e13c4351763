"""Errors about a person's files as the command line says them in Korean and Spanish.

`str(error)` is the English; an error that has no words here speaks for itself, in English.
"""

from collections.abc import Mapping
from typing import Final

from app.errors import DeskError
from app.terminal_text import spoken

_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "file_missing": (
        "{file} 파일이 없습니다. 이름과 폴더를 확인해 주세요.",
        "No existe el archivo {file}. Compruebe el nombre y la carpeta.",
    ),
    "file_is_directory": (
        "{file} 폴더에는 스타크래프트 II 리플레이가 없습니다. CSV, Parquet, SQLite 파일이나"
        " .SC2Replay 파일이 든 폴더를 주세요.",
        "La carpeta {file} no tiene repeticiones de StarCraft II. Dé un archivo CSV, Parquet o"
        " SQLite, o una carpeta de archivos .SC2Replay.",
    ),
    "file_unreadable": (
        "{file} 파일을 읽을 수 없습니다: {cause}.",
        "No se puede leer {file}: {cause}.",
    ),
    "file_empty": ("{file} 파일이 비어 있습니다.", "{file} está vacío."),
    "file_not_a_table": (
        "{file} 파일은 표로 읽을 수 없습니다. 첫 줄에 열 이름이 있고 경기마다 한 줄인 CSV나 Parquet"
        " 파일을 주세요.",
        "{file} no se puede leer como tabla. Dé un archivo CSV o Parquet con los nombres de las"
        " columnas en la primera línea y una línea por partida.",
    ),
    "file_without_rows": (
        "{file} 파일에는 열 이름만 있고 행이 없습니다.",
        "{file} tiene nombres de columnas, pero ninguna fila.",
    ),
    "file_too_large": (
        "{file} 파일이 메모리에 들어가지 않습니다. 열이나 경기가 더 적은 파일을 주세요.",
        "{file} no cabe en la memoria. Dé un archivo más pequeño: menos columnas o partidas.",
    ),
    "file_changing": (
        "{file} 파일이 읽는 동안 바뀌었습니다. 아무도 쓰지 않을 때 다시 해 주세요.",
        "{file} cambió mientras se leía. Inténtelo cuando nada escriba en él.",
    ),
    "file_several_tables": (
        "{file} 안에 표가 여럿 있습니다: {tables}. 경기가 든 표를 # 뒤에 써 주세요.",
        "{file} tiene varias tablas: {tables}. Indique tras # la de las partidas.",
    ),
    "table_without_sides": (
        "{file} 표에서 맞선 두 쪽과 결과를 찾지 못했습니다. p1_race와 p2_race 같은 두 열과 승자,"
        " 또는 승패 열, 또는 경기 수와 승수 열이 있어야 합니다. 있는 열: {columns}.",
        "{file} no muestra dos lados ni resultados: dé dos columnas como p1_race y p2_race con un"
        " ganador, o una columna con victoria y derrota, o partidas y victorias. Tiene: {columns}.",
    ),
    "rate_without_games": (
        "{file} 표에는 비율만 있고 경기 수가 없습니다. 경기 수가 다른 비율은 합칠 수 없습니다. 경기"
        " 수나 승수 열을 더해 주세요. 있는 열: {columns}.",
        "{file} tiene tasas, pero no de cuántas partidas: no se pueden juntar tasas de números"
        " distintos de partidas. Añada una columna con las partidas o las victorias. Tiene:"
        " {columns}.",
    ),
    "table_without_winner": (
        "{file} 표에 누가 이겼는지 말하는 열이 없습니다. 있는 열: {columns}.",
        "Ninguna columna de {file} dice quién ganó. Tiene: {columns}.",
    ),
    "data_for_nobody": (
        "--data는 data, logs, orchestrator 에이전트와 함께 씁니다. --agent를 빼거나 그중 하나를"
        " 쓰세요.",
        "--data va con los agentes data, logs y orchestrator: quite --agent o nombre uno de ellos.",
    ),
}
_LOG_BY_PATH: Final = (
    "orchestrator에서 이 파일은 data 에이전트의 표입니다. 로그는 질문에 경로로 적어 주세요.",
    "Con orchestrator el archivo es la tabla de su agente data; un registro se nombra en la"
    " pregunta por su ruta.",
)


def error_text(error: DeskError, language: str) -> str:
    """Return what happened and what to do, in `ko`, `en`, `es`, or what `auto` comes to."""
    column = {"ko": 0, "es": 1}.get(spoken(language))
    words = _WORDS.get(error.reason)
    if column is None or words is None:
        return str(error)
    # Names are put in as they are: braces in them mean nothing.
    details = {"cause": "?", "tables": "?", "columns": "–", "file": "?", **error.details}
    said = words[column].format_map(details)
    return f"{said} {_LOG_BY_PATH[column]}" if error.details.get("log_by_path") else said
