"""How the last answer was computed is asked: how did you get that, cómo lo calculaste, 계산 "
"방법."""

import re

_LEAD = (
    r"(?:(?:and|but|ok|okay|so|wait|please|y|pero|vale|a ver|oye|근데|그런데|그럼|아니|잠깐)\s)*"
)
_EN_DONE = (
    r"(?:compute|calculate|get|got|work out|figure out|arrive at|come up with|came up with|derive|"
    r"determine|obtain|reach|measure|estimate|do|count)"
)
_EN_THAT = (
    r"(?:that|this|it|those|these|them|(?:the|that|this|these|those)\s(?:\w+\s){0,3}?"
    r"(?:number|numbers|figure|figures|rate|rates|percentage|percentages|result|results|value|"
    r"values|answer|interval|intervals|calculation|math|maths|statistic))"
)
_FORMS = (
    rf"{_LEAD}how (?:did|do|have|would) you {_EN_DONE}\s?{_EN_THAT}",
    rf"{_LEAD}how (?:was|were|is|are) {_EN_THAT} "
    r"(?:computed|calculated|worked out|derived|determined|obtained|measured|estimated|counted)",
    rf"{_LEAD}where (?:did|do|does) {_EN_THAT} come from",
    rf"{_LEAD}(?:what is|what's|whats|what was|show me|give me|tell me|explain)(?: me)? (?:the|"
    rf"your|that) "
    r"(?:formula|method|calculation|methodology|math|maths|computation)(?: (?:here|for that|"
    r"behind (?:that|it|this)|you used|used|of that))?",
    rf"{_LEAD}(?:show|explain) (?:me )?(?:your|the) (?:work|working|workings|math|maths)",
    rf"{_LEAD}explain how (?:you )?(?:{_EN_DONE}|computed|calculated|derived|worked out|obtained|"
    rf"determined|reached|measured|estimated|did|counted) {_EN_THAT}",
    rf"{_LEAD}(?:como|de que manera|de que forma) (?:(?:lo|la|los|las|se|me lo|eso|has|hiciste|"
    rf"haces|"
    r"esto) )*(?:calcul\w+|comput\w+|obtuv\w+|obtien\w+|obtenid\w+|sac\w+|hall\w+|llegaste|has "
    r"llegado|"
    r"hizo|hiciste|hecho|estim\w+|mid\w+)(?: (?:eso|esto|ese|esa|esos|esas|el|la|los|las|a eso|"
    r"a esa|a ese))*"
    r"(?: (?:numero|cifra|cifras|porcentaje|porcentajes|tasa|tasas|resultado|resultados|dato|datos|"
    r"calculo|intervalo))?",
    rf"{_LEAD}de donde (?:sale|salen|sacas|sacaste|viene|vienen|has sacado)(?: (?:eso|esto|ese|"
    rf"esa|esos|esas|"
    r"el|la|los|las))*(?: (?:numero|numeros|cifra|cifras|porcentaje|dato|datos|resultado|"
    r"resultados))?",
    rf"{_LEAD}(?:cual es|cual fue|dime|explica|explicame|muestra|muestrame) (?:la|el|tu) "
    r"(?:formula|metodo|calculo|metodologia)(?: (?:usado|usada|que usaste|de eso|utilizado))?",
    rf"{_LEAD}(?:이거|이건|그거|그건|저거|이 (?:값|수치|숫자|결과)(?:은|는|를|을)?|"
    r"그 (?:값|수치|숫자|결과)(?:은|는|를|을)?|이 (?:승률|비율)(?:은|는|을)?|그 (?:승률|"
    r"비율)(?:은|는|을)?|방금(?:\s\S+)?)?"
    r"\s?(?:어떻게|어떤 식으로|뭘로|무슨 방법으로|뭘 기준으로|어떤 기준으로)\s?"
    r"(?:계산|구한|구했|구하|나온|나왔|산출|낸|냈|뽑은|뽑았|도출|측정|집계)\S*(?:\s(?:거|건|것|"
    r"거임|거야|건가|건지|알려줘|설명해줘|"
    r"거죠|거예요|건가요|거지|값이야|숫자야))?(?:야|지|요|인가요)?",
    rf"{_LEAD}(?:이거|이건|그거|그건)?\s?(?:계산\s?(?:방법|방식|식|법|근거|과정|공식)|"
    rf"산출\s?(?:방법|방식|근거|식)|공식)(?:은|이|을|를)?"
    r"(?:\s?(?:뭐|뭔|알려|설명|보여|어떻게|무엇|말해)\S*(?:\s?(?:줘|주세요|돼|되나요|되는데))?)?",
    rf"{_LEAD}(?:어디서|어디에서) (?:나온|나왔|가져온) (?:값|숫자|수치|결과|거|건)\S*",
)  # fmt: skip
_HOW = re.compile("|".join(f"(?:{form})" for form in _FORMS))
_TAIL = re.compile(r"\s(?:please|exactly|exactamente|por favor|then|though|here|정확히|좀)$")


def asks_how(text: str) -> bool:
    """Whether a normalised message asks how the last answer was computed, and nothing else."""
    return _HOW.fullmatch(_TAIL.sub("", text)) is not None
