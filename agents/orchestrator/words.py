"""What the orchestrator itself says, in three languages."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from agents.answering.sentences import SentenceName
from agents.answering.text.language import Language
from app.domain.cards import AgentCard

_WORDS: Final[dict[str, tuple[str, str, str]]] = {
    "planning": ("누구에게 물을지 정하는 중", "Finding who knows", "Buscando quién lo sabe"),
    "asking": (
        "{agent}에게 묻는 중: {text}",
        "Asking {agent}: {text}",
        "Preguntando a {agent}: {text}",
    ),
    "says": ("{agent}: {text}", "{agent}: {text}", "{agent}: {text}"),
    "combining": ("답을 모으는 중", "Putting the answers together", "Reuniendo las respuestas"),
    "which_agent": (
        "“{text}” — 어느 에이전트에게 물을까요?",
        "“{text}” — which agent should I ask?",
        "«{text}»: ¿a qué agente pregunto?",
    ),
    "no_such_agent": (
        "‘{name}’ 에이전트가 없습니다. “{text}” — 어느 에이전트에게 물을까요?",
        "There is no agent “{name}”. “{text}” — which agent should I ask?",
        "No hay ningún agente «{name}». «{text}»: ¿a qué agente pregunto?",
    ),
    "introduction": (
        "안녕하세요. 질문을 아는 에이전트에게 보내고 답을 모아 드립니다. 다음 에이전트가 있습니다.",
        "Hello. I send questions to the agent that knows, and put the answers together. There are:",
        "Hola. Envío cada pregunta al agente que sabe y reúno las respuestas. Están:",
    ),
    "introduced": (
        "물어볼 수 있는 것을 알렸습니다.",
        "Told what can be asked.",
        "Se dijo qué se puede preguntar.",
    ),
    "which_date": (
        "{before}“{text}” — 어느 날짜를 말씀하시나요?",
        "{before}“{text}” — which date do you mean?",
        "{before}«{text}»: ¿a qué fecha se refiere?",
    ),
    "nobody": (
        "물어볼 수 있는 에이전트가 없습니다.",
        "There is no agent that could be asked.",
        "No hay ningún agente al que preguntar.",
    ),
    "empty_request": (
        "무엇을 알고 싶으신가요?",
        "What would you like to know?",
        "¿Qué desea saber?",
    ),
    "asks": (
        "**{agent}**의 질문입니다. {text}",
        "**{agent}** asks: {text}",
        "**{agent}** pregunta: {text}",
    ),
    "asks_alone": ("{text}", "{text}", "{text}"),
    "signs_in": (
        "**{agent}** 에이전트에 로그인이 필요합니다. {text}",
        "**{agent}** needs you to sign in. {text}",
        "**{agent}** necesita que inicie sesión. {text}",
    ),
    "unreachable": (
        "**{agent}**에 연결할 수 없습니다: {why}",
        "**{agent}** cannot be reached: {why}",
        "No se puede contactar con **{agent}**: {why}",
    ),
    "no_answer": (
        "**{agent}**에 연결할 수 없습니다. 응답이 없습니다.",
        "**{agent}** cannot be reached: it does not answer.",
        "No se puede contactar con **{agent}**: no responde.",
    ),
    "lost": (
        "**{agent}**에 작업 도중 연결할 수 없게 되었습니다. 작업은 거기서 계속되고 있을 수"
        " 있습니다.",
        "**{agent}** cannot be reached any more since it began to work. The task may still be going"
        " on there.",
        "No se puede contactar con **{agent}** desde que empezó a trabajar. Puede que la tarea siga"
        " allí.",
    ),
    "refused": (
        "{agent:**이가} 거절했습니다: {why}",
        "**{agent}** refused: {why}",
        "**{agent}** se negó: {why}",
    ),
    "silent": (
        "{agent:**이가} {seconds}초 동안 아무 말이 없어 멈추게 했습니다.",
        "**{agent}** was silent for {seconds} seconds and was told to stop.",
        "**{agent}** calló durante {seconds} segundos y se le pidió que parara.",
    ),
    "flooded": (
        "{agent:**이가} 너무 많은 내용을 보내 멈추게 했습니다.",
        "**{agent}** sent far too much and was told to stop.",
        "**{agent}** envió demasiado y se le pidió que parara.",
    ),
    "silent_end": (
        "{agent:**이가} 끝맺지 않고 연결을 닫았습니다.",
        "**{agent}** ended the connection without finishing.",
        "**{agent}** cerró la conexión sin terminar.",
    ),
    "empty": (
        "{agent:**이가} 마쳤다고 했지만 답이 없습니다.",
        "**{agent}** says it is done, but gave no answer.",
        "**{agent}** dice que ha terminado, pero no dio respuesta.",
    ),
    "failed": (
        "{agent:**이가} 실패했습니다: {why}",
        "**{agent}** failed: {why}",
        "**{agent}** falló: {why}",
    ),
    "canceled": (
        "**{agent}**의 작업이 취소되었습니다.",
        "**{agent}**'s task was canceled.",
        "La tarea de **{agent}** fue cancelada.",
    ),
    "skipped": (
        "앞 단계가 답하지 않아 “{text}”는 묻지 않았습니다.",
        "“{text}” was not asked, for the step before it gave no answer.",
        "«{text}» no se preguntó: el paso anterior no dio respuesta.",
    ),
    "approve": (
        "**{agent}**에게 이렇게 요청하려 합니다: “{text}” — 해도 될까요?",
        "**{agent}** is to be asked: “{text}”. May it?",
        "Se va a pedir a **{agent}**: «{text}». ¿Se permite?",
    ),
    "approve_yes": ("허용", "Allow", "Permitir"),
    "approve_no": ("거부", "Refuse", "Rechazar"),
    "declined": (
        "허용되지 않아 “{text}”는 **{agent}**에게 요청하지 않았습니다.",
        "“{text}” was not asked of **{agent}**: it was refused here.",
        "«{text}» no se pidió a **{agent}**: se rechazó aquí.",
    ),
    "unneeded": (
        "앞 단계가 답했으므로 “{text}”는 필요하지 않았습니다.",
        "“{text}” was not needed, for the step before it was answered.",
        "«{text}» no hizo falta: el paso anterior tuvo respuesta.",
    ),
    "disagree": (
        "두 답이{apart} 다릅니다. {one}: {first}, {other}: {second}. 어느 쪽이 맞는지는 여기서 알"
        " 수 없습니다.",
        "They disagree{apart}: {one} says {first}, {other} says {second}. Which is right cannot"
        " be told from here.",
        "No coinciden{apart}: {one} dice {first}, {other} dice {second}. Desde aquí no se"
        " puede saber quién acierta.",
    ),
    "points": (" {value}%p", " by {value} points", " por {value} puntos"),
    "no_such_answer": (
        "이 대화에 없는 답을 바꾸려는 요청입니다. 질문을 처음부터 다시 해 주세요.",
        "This is to change an answer that is not in this conversation. Ask the whole question"
        " again.",
        "Esto cambia una respuesta que no está en esta conversación. Vuelva a hacer la pregunta"
        " entera.",
    ),
    "too_few_answers": (
        "아직 비교할 답이 두 개 없습니다. 비교할 것을 먼저 물어보세요.",
        "There are no two answers to compare here yet. Ask first what is to be compared.",
        "Aún no hay aquí dos respuestas que comparar. Pregunte antes lo que quiera comparar.",
    ),
    "nothing_to_compare": (
        "이 답들에는 나란히 놓을 수치가 없습니다: {answers}. 같은 수치를 묻는 질문 두 개를 먼저"
        " 해 주세요.",
        "These answers hold no figures that can stand side by side: {answers}. Ask two questions"
        " for the same figure first.",
        "Estas respuestas no tienen cifras que poner una al lado de otra: {answers}. Haga antes dos"
        " preguntas por la misma cifra.",
    ),
    "compared": ("답을 비교했습니다.", "Answers were compared.", "Se compararon respuestas."),
    "asked_with": (
        "날짜는 앞 단계의 답에서 가져왔습니다: {date}",
        "The date was taken from the step before: {date}",
        "La fecha se tomó del paso anterior: {date}",
    ),
    "done_one": ("{agent:이가} 답했습니다.", "Answered by {agent}.", "Respondió {agent}."),
    "done_many": (
        "{count}개 단계 중 {good}개에 답이 있습니다.",
        "{good} of {count} steps were answered.",
        "Se respondieron {good} de {count} pasos.",
    ),
    "all_failed": (
        "아무 답도 얻지 못했습니다.",
        "No answer could be had.",
        "No se obtuvo ninguna respuesta.",
    ),
    "answered_by_task": ("답변되었습니다.", "Answered.", "Respondido."),
    "superseded": (
        "다른 것을 물으셨습니다.",
        "Something else was asked instead.",
        "Se preguntó otra cosa.",
    ),
    "absent": (
        "연결할 수 없어 묻지 않은 에이전트: {agents}",
        "Not asked, for they could not be reached: {agents}",
        "No se preguntó, por no poder contactar: {agents}",
    ),
    "by_model": (
        "계획은 언어 모델이 제안했습니다.",
        "The plan was proposed by a language model.",
        "El plan lo propuso un modelo de lenguaje.",
    ),
    "model_failed": (
        "언어 모델에도 누구에게 물을지 물었지만 쓸 만한 것을 얻지 못했습니다. {why} 위 내용은"
        " 규칙만으로 정했습니다.",
        "A language model was asked too who knows, and gave nothing to use: {why} What stands here"
        " is by rules alone.",
        "También se preguntó a un modelo de lenguaje quién lo sabe, y no dio nada utilizable: {why}"
        " Lo que aparece aquí es solo por reglas.",
    ),
}
# What agents that ship with the program are called: their cards have nothing but their keys.
_TITLES: Final[dict[str, tuple[str, str, str]]] = {
    "data": ("데이터", "Data", "Datos"),
    "logs": ("로그 파일", "Log files", "Archivos de registro"),
    "chat": ("대화", "Chat", "Chat"),
}
_AT: Final[dict[Language, int]] = {"ko": 0, "en": 1, "es": 2}


def words(language: Language, key: str, **values: object) -> str:
    """Return one of the orchestrator's own sentences."""
    names = {name: SentenceName(str(value)) for name, value in values.items()}
    return _WORDS[key][_AT[language]].format(**names)


def titles(cards: Mapping[str, AgentCard], language: Language) -> dict[str, str]:
    """Return how agents are called before people: by what their cards say, those whose cards say
    only the key of an agent that ships with the program in words, those that would be called alike
    by the names under which they are known.
    """
    said = {name: card.title or card.name or name for name, card in cards.items()}
    alike = Counter(said.values())
    found = {}
    for name, title in said.items():
        if alike[title] > 1:
            title = name
        shipped = _TITLES.get(name) if title == name else None
        found[name] = shipped[_AT[language]] if shipped is not None else title
    return found
