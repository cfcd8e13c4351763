"""What the command line says around answers and of errors, in Korean, English and Spanish.

`str(error)` is the English; an error that has no words here speaks for itself, in English.
"""

import locale
import os
from collections.abc import Mapping
from typing import Final

from app.errors import DeskError

_STATES = {
    "submitted": ("접수됨", "submitted", "enviada"),
    "working": ("작업 중", "working", "en curso"),
    "input_required": ("답이 필요함", "needs your answer", "necesita tu respuesta"),
    "auth_required": ("로그인이 필요함", "needs sign-in", "necesita iniciar sesión"),
    "completed": ("완료", "done", "hecho"),
    "failed": ("실패", "failed", "falló"),
    "canceled": ("중지됨", "stopped", "detenida"),
    "rejected": ("거절됨", "declined", "rechazada"),
    "unknown": ("알 수 없음", "unknown", "desconocido"),
}
_PHRASES = {
    "you": ("나", "you", "tú"),
    "new": ("새 대화를 시작합니다.", "A new conversation.", "Conversación nueva."),
    "prompt": (
        "질문을 입력하세요 (/new 새 대화, Ctrl+D 끝)",
        "Type a question (/new for a new conversation, Ctrl+D to end)",
        "Escribe una pregunta (/new para otra conversación, Ctrl+D para salir)",
    ),
    "no_display": (
        "화면이 없어 창을 열 수 없습니다. 예시 대화를 터미널에서 보여 드립니다.",
        "There is no display, so the window cannot open. Here is the sample conversation in the"
        " terminal.",
        "No hay pantalla, así que la ventana no puede abrirse. Aquí está la conversación de"
        " ejemplo en la terminal.",
    ),
    "see_demo": (
        "창의 모습은 `make demo`(그림 파일)로 볼 수 있습니다. 직접 묻기: {command} chat",
        "To see the window, run `make demo` (it writes pictures). To ask for yourself:"
        " {command} chat",
        "Para ver la ventana, ejecuta `make demo` (escribe imágenes). Para preguntar:"
        " {command} chat",
    ),
    "lost": (
        "연결이 끊겨 작업을 다시 찾는 중…",
        "The stream broke off; looking for the task again…",
        "Se cortó la conexión; buscando la tarea…",
    ),
    "part_text": ("글", "text", "texto"),
    "part_data": ("데이터", "data", "datos"),
    "part_link": ("주소", "address", "dirección"),
    "part_file": ("파일", "file", "archivo"),
    "bytes": ("{n}바이트", "{n} bytes", "{n} bytes"),
    "offers": ("이렇게도 물어볼 수 있습니다:", "You can also ask:", "También se puede preguntar:"),
    "saved": ("저장함: {path}", "Saved: {path}", "Guardado: {path}"),
    "fault_other_task": (
        "에이전트가 다른 작업({detail})의 내용을 보냈습니다. 이 답에서 뺐습니다 (A2A 3.5.2).",
        "The agent sent something of another task ({detail}); it is left out (A2A 3.5.2).",
        "El agente envió algo de otra tarea ({detail}); no se tiene en cuenta (A2A 3.5.2).",
    ),
    "fault_after_end": (
        "에이전트가 작업이 끝난 뒤에도 내용을 보냈습니다. 이 답에서 뺐습니다 (A2A 3.1.2).",
        "The agent went on after the end of the task; that is left out (A2A 3.1.2).",
        "El agente siguió tras el final de la tarea; eso no se tiene en cuenta (A2A 3.1.2).",
    ),
    "recovered": ("작업을 다시 찾았습니다.", "The task was found again.", "Tarea recuperada."),
    "left": (
        "에이전트를 다시 찾지 못했습니다. 거기서 작업이 계속될 수 있으며, 다음 명령이나 창이 다시"
        " 찾아봅니다.",
        "The agent was not found again. Its task may still be going on there; the next command or"
        " window looks for it.",
        "No se volvió a encontrar al agente. Su tarea puede seguir allí; la próxima orden o ventana"
        " la buscará.",
    ),
    "waits": (
        "{state}. 이어서 답하려면 같은 에이전트에게 --task {task} 와 함께 물으세요.",
        "It {state}. To go on, ask the same agent with --task {task}",
        "{state}. Para seguir, pregunta al mismo agente con --task {task}",
    ),
    "late": (
        "{seconds}초 안에 끝나지 않아 중지했습니다. 더 기다리려면 --timeout 에 더 큰 수를 주세요"
        " (0: 제한 없음).",
        "It did not finish within {seconds} seconds and was stopped. To wait longer, give"
        " --timeout a larger number (0: no limit).",
        "No terminó en {seconds} segundos y se detuvo. Para esperar más, da a --timeout un número"
        " mayor (0: sin límite).",
    ),
    "late_elsewhere": (
        "에이전트가 {seconds}초 안에 끝내지 않았습니다. 마지막으로 알려진 상태: {state}."
        " 작업 {task}은 거기서 계속될 수 있으며, 다음 명령이나 창이 다시 찾아봅니다."
        " 더 기다리려면 --timeout 에 더 큰 수를 주세요 (0: 제한 없음).",
        "The agent did not finish within {seconds} seconds. Last known: {state}. Task {task} may be"
        " going on there; the next command or window looks for it. To wait longer, give --timeout"
        " a larger number (0: no limit).",
        "El agente no terminó en {seconds} segundos. Último estado conocido: {state}. La tarea"
        " {task} puede seguir allí; la próxima orden o ventana la buscará. Para esperar más, da a"
        " --timeout un número mayor (0: sin límite).",
    ),
    "interrupted": (
        "지난번에 끝나지 못하고 중단된 답이 {n}개 있습니다.",
        "Last time {n} answer(s) did not come to their end; they are marked as failed.",
        "La última vez {n} respuesta(s) no llegaron a su fin; quedan como fallidas.",
    ),
    "damaged": (
        "데이터베이스가 손상되어 {path}에 따로 두었습니다. 대화 {n}개를 되살렸습니다.",
        "The database was damaged; it is kept at {path}. {n} conversation(s) were saved from it.",
        "La base de datos estaba dañada; se guarda en {path}. Se recuperaron {n} conversación(es).",
    ),
    "updated": (
        "이 버전에 맞게 데이터베이스를 바꾸었습니다. 이전 것은 {path}에 있습니다."
        " 되돌리기: {command} doctor --put-back FILE",
        "The database was changed for this version; as it was before it is kept at {path}."
        " To go back: {command} doctor --put-back FILE",
        "La base de datos se adaptó a esta versión; la anterior se guarda en {path}."
        " Para volver: {command} doctor --put-back FILE",
    ),
    "shared": (
        "다른 명령이나 창도 이 프로필을 쓰고 있습니다. 같은 대화를 거기서도 이어 갈 수 있습니다.",
        "Another command or window uses this profile too; it may be going on with the same"
        " conversation.",
        "Otra orden o ventana también usa este perfil; puede que siga con la misma conversación.",
    ),
}
_COLUMN = {"ko": 0, "en": 1, "es": 2}


class TerminalText:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self._column = _COLUMN[spoken(language)]

    def state(self, state: str) -> str:
        """Return the word for a task state."""
        return _STATES.get(state, (state, state, state))[self._column]

    def phrase(self, key: str, **details: object) -> str:
        """Return a phrase, with its details filled in."""
        return _PHRASES[key][self._column].format(**details)


def spoken(language: str) -> str:
    """Return `ko`, `en` or `es`: what was asked for, else what the system speaks, else English."""
    if language in _COLUMN:
        return language
    told = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
    first = (told or locale.getlocale()[0] or "en")[:2].lower()
    return first if first in _COLUMN else "en"


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
