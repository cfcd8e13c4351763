"""Whether the last figure can be relied on is asked: is that significant, 믿을 만해, ¿es fiable?"""

import re

from agents.data.match.compute.frame import Frame
from agents.data.match.compute.plan import SHARES

_WORDS = (
    "sure", "certain", "reliab", "confiden", "trust", "signific", "noise", "chance", "luck",
    "random", "coincid", "margin", "interval", "accura", "enough", "solid", "robust", "fluke",
    "precis", "error bar", "meaningful", "real", "uncertain",
    "확실", "믿을", "믿어", "신뢰", "오차", "유의", "의미", "우연", "충분", "정확", "운", "확신",
    "fiable", "fiar", "segur", "casual", "azar", "suerte", "margen", "suficien", "exact", "cierto",
)  # fmt: skip
_LEAD = (
    r"(?:(?:and|but|ok|okay|so|hm+|wait|then|y|pero|vale|entonces|근데|그런데|그럼|음|그래서)"
    r"[\s,]+)*"
)
_THAT = (
    r"(?:that|"
    r"this|it|those|these|they|(?:the|that|this|those|these|your) (?:(?:win |loss )?(?:rates?|"
    r"numbers?|figures?|results?|difference|gap|sample(?: size)?|answer|data|percentages?)))"
)
_EN = (
    r"(?:how|so how) (?:sure|certain|"
    r"reliable|confident|trustworthy|accurate|solid|robust|precise|significant|meaningful|safe)"
    rf"(?: (?:is|are|can) (?:{_THAT}|you|we|i|one)(?: be)?)?(?: (?:in|about|of|on) {_THAT})?|"
    rf"(?:is|are|was|were) {_THAT} (?:statistically |really |actually |even |at all )*"
    r"(?:significant|reliable|trustworthy|accurate|solid|robust|meaningful|certain|sure|precise|"
    r"real|(?:a )?(?:real|significant|meaningful) (?:difference|effect|edge)|(?:just |only |"
    r"pure |purely )*(?:noise|chance|luck|random(?: noise)?|a coincidence|coincidence|a fluke|"
    r"by chance|due to chance|down to luck)|(?:big|large|high) enough|enough(?: games| data)?)"
    r"(?: (?:statistically|at all|or (?:just |only )?(?:noise|luck|chance|random|a fluke|not)))?|"
    rf"(?:could|can|might|may) {_THAT} (?:just |only |simply )*be (?:just |only |pure |"
    r"down to |due to )*(?:noise|chance|luck|random|a coincidence|coincidence|a fluke|variance)|"
    r"(?:can|could|should|may)"
    rf" (?:i|we|you|one) (?:really )?(?:trust|rely on|believe|count on) {_THAT}|"
    rf"are you (?:sure|certain|confident)(?: (?:about|of|in) {_THAT})?|"
    r"do (?:we|you|i) have enough (?:games|data)(?: for that)?|"
    r"(?:what(?:'s| is| are)|show|give(?: me)?)?\s?(?:the |its |your |a )?"
    r"(?:95%? |95 )?(?:confidence|error|uncertainty)? ?(?:confidence intervals?|"
    rf"margin of error|error margin|error bars?|uncertainty|intervals?)(?: (?:of|for|on) {_THAT})?|"
    r"(?:statistically )?(?:significant|reliable)|"
    r"statistical significance|"
    r"significance"
)
_KO_THAT = (
    r"(?:(?:그거|이거|그게|이게|그건|이건|저거|그|이)"
    r" ?(?:차이|결과|수치|승률|숫자|값|비율|표본|데이터)?(?:는|은|가|이|를|을)? ?)?"
)
_KO_SO = (
    r"(?:\s?(?:거|건|걸|것|게|만|수|"
    r"수는|수도|차이|결과|수치|값|편|지|가|요|야|나|나요|니|냐|까|까요|데|도|있|있어|있어요|있나|"
    r"있나요|있는|있을까|있을까요|없|없어|돼|되|되나|되나요|될까|이야|이에요|예요|인가|인가요|한|"
    r"한가|한가요|한지|하|하나|하나요|하니|하냐|해|해요|할|할까|할까요|함|합니까|맞아|맞나|맞지))*"
)
_KO = (
    rf"{_KO_THAT}(?:얼마나 |진짜 |정말 |꽤 |통계적으로 |어느 정도 )*"
    rf"(?:확실|믿을|믿어도|신뢰|유의미|유의|정확|확신){_KO_SO}|"
    rf"{_KO_THAT}(?:95%? ?)?(?:신뢰 ?구간|오차 ?범위|오차|신뢰도|유의성|통계적 유의성)"
    r"(?:은|는|이|가|도)?(?: ?(?:얼마|어때|어떻|어느|뭐|몇|알려|보여|있어)\S*(?: \S{1,4})?)?|"
    rf"{_KO_THAT}(?:통계적으로 )?의미 ?(?:가 |는 )?있{_KO_SO}|"
    rf"{_KO_THAT}(?:그냥 |단순히 |단순 |혹시 |걍 )*(?:우연|운|노이즈)"
    r"(?:이|일|인|의|은|히)?(?: ?(?:아니|수도|거|건|것|뿐|차이|결과|나온|빨|있|않)\S*)*|"
    r"(?:그 |이 )?(?:표본|데이터|판수|경기 수|경기수|샘플)"
    r"(?:이|은|는|가)? (?:충분|부족|모자|너무 적)\S*(?: (?:거|건|건가|거야|않아|아니야|거 아니야))?"
)
_ES_THAT = (
    r"(?:eso|esto|ese|esa|(?:el|la|ese|esa|este|esta|los|las|esos|esas) (?:dato|"
    r"cifra|numero|resultado|diferencia|tasa|muestra|porcentaje|datos|cifras|numeros|resultados))"
)
_ES = (
    r"(?:que tan|cuan|como de|que)"
    r" (?:segur[oa]s?|fiables?|confiables?|ciert[oa]|significativ[oa]s?|precis[oa]s?|exact[oa]s?|"
    rf"solid[oa]s?)(?: (?:es|son|esta|estas|estan|seria))?(?: {_ES_THAT})?(?: de {_ES_THAT})?|"
    rf"(?:es|son|seria|sera|esta) (?:{_ES_THAT} )?(?:una? )?(?:diferencia )?(?:estadisticamente |"
    r"realmente |de verdad )*(?:significativ[oa]s?|fiables?|confiables?|segur[oa]s?|precis[oa]s?|"
    r"exact[oa]s?|ciert[oa]s?|suficientes?|(?:pura |puro |mera )?(?:casualidad|azar|suerte|ruido))"
    rf"(?: {_ES_THAT})?(?: estadisticamente)?|"
    rf"(?:no )?(?:puede|podria|puede que) (?:{_ES_THAT} )?(?:ser|sea)(?: {_ES_THAT})?"
    r" (?:pura |puro |mera |solo |por |cosa del? |fruto del )*(?:casualidad|azar|suerte|ruido)|"
    rf"(?:me|se|nos) (?:puedo|puede|podemos|podria) (?:fiar|confiar)(?: (?:de|en) {_ES_THAT})?|"
    rf"(?:puedo|podemos|se puede) (?:fiarme|fiarnos|confiar)(?: (?:de|en) {_ES_THAT})?|"
    r"(?:cual es )?(?:el )?(?:intervalo(?: de confianza)?|margen de error|nivel de confianza)"
    rf"(?: (?:de|del) {_ES_THAT})?|"
    rf"{_ES_THAT} (?:es|son)"
    r" (?:estadisticamente )?(?:significativ[oa]s?|fiables?|confiables?|suficientes?|segur[oa]s?)|"
    r"(?:hay|son|tenemos) (?:suficientes|bastantes) (?:partidas|datos|juegos|partidos)|"
    rf"estas segur[oa](?: de {_ES_THAT})?|"
    rf"(?:es|seria) (?:suficiente|bastante) {_ES_THAT}|"
    rf"(?:es )?{_ES_THAT} (?:es )?suficiente"
)
_SURE = re.compile(
    rf"{_LEAD}(?:{_EN}|{_KO}|{_ES})(?: (?:then|though|really|then|entonces|de verdad))?"
)
_TOLD = (*SHARES, "win_rate", "loss_rate", "skill_rate")


def asks_how_sure(text: str) -> bool:
    """Whether a normalised message asks how sure the last answer is, and nothing else."""
    return any(word in text for word in _WORDS) and _SURE.fullmatch(text) is not None


def tells_how_sure(previous: Frame) -> Frame | None:
    """Return the frame whose answer tells how sure the last figures are, or None.

    That is the last one again, in words, if it is of rates: they are told with their interval and
    with what it allows to say.
    """
    if previous.measure not in _TOLD:
        return None
    return previous.model_copy(update={"presentation": "auto"})
