"""Whether the last figure can be relied on is asked: is that significant, 믿을 만해, ¿es fiable?"""

import re

from agents.data.frame import Frame
from agents.data.plan import SHARES

_WORDS = (
    "sure", "certain", "reliab", "confiden", "trust", "signific", "noise", "chance", "luck",
    "random", "coincid", "margin", "interval", "accura", "enough", "solid", "robust", "fluke",
    "precis", "error bar", "meaningful", "real", "uncertain",
    "확실", "믿을", "믿어", "신뢰", "오차", "유의", "의미", "우연", "충분", "정확", "운", "확신",
    "fiable", "fiar", "segur", "casual", "azar", "suerte", "margen", "suficien", "exact", "cierto",
)  # fmt: skip
_LEAD = (
    r"(?:(?:and|but|ok|okay|so|hm+|wait|then|y|pero|vale|entonces|근데|그런데|그럼|음|"
    r"그래서)[\s,]+)*"
)
_THAT = (
    r"(?:that|this|it|those|these|they|(?:the|that|this|those|these|your) (?:(?:win |loss )?"
    r"(?:rates?|numbers?|figures?|results?|difference|gap|sample(?: size)?|answer|data|"
    r"percentages?)))"
)
_EN = (
    rf"(?:how|so how) (?:sure|certain|reliable|confident|trustworthy|accurate|solid|robust|precise|"
    rf"significant|meaningful|safe)(?: (?:is|are|can) (?:{_THAT}|you|we|i|one)(?: be)?)?(?: "
    rf"(?:in|about|of|on) {_THAT})?|"
    rf"(?:is|are|was|were) {_THAT} (?:statistically |really |actually |even |at all "
    rf")*(?:significant|reliable|trustworthy|"
    r"accurate|solid|robust|meaningful|certain|sure|precise|real|(?:a )?(?:real|significant|"
    r"meaningful) (?:difference|effect|edge)|"
    r"(?:just |only |pure |purely )*(?:noise|chance|luck|random(?: noise)?|a coincidence|"
    r"coincidence|a fluke|by chance|due to chance|"
    r"down to luck)|(?:big|large|high) enough|enough(?: games| data)?)(?: (?:statistically|at "
    r"all|or (?:just |only )?"
    r"(?:noise|luck|chance|random|a fluke|not)))?|"
    rf"(?:could|can|might|may) {_THAT} (?:just |only |simply )*be (?:just |only |pure |down to |"
    rf"due to )*(?:noise|chance|luck|random|"
    r"a coincidence|coincidence|a fluke|variance)|"
    rf"(?:can|could|should|may) (?:i|we|you|one) (?:really )?(?:trust|rely on|believe|count on) "
    rf"{_THAT}|"
    rf"are you (?:sure|certain|confident)(?: (?:about|of|in) {_THAT})?|do (?:we|you|i) have "
    rf"enough (?:games|data)(?: for that)?|"
    r"(?:what(?:'s| is| are)|show|give(?: me)?)?\s?(?:the |its |your |a )?(?:95%? |95 "
    r")?(?:confidence|error|uncertainty)? ?"
    r"(?:confidence intervals?|margin of error|error margin|error bars?|uncertainty|"
    r"intervals?)(?: (?:of|for|on) "
    rf"{_THAT})?|(?:statistically )?(?:significant|reliable)|statistical significance|significance"
)
_KO_THAT = (
    r"(?:(?:그거|이거|그게|이게|그건|이건|저거|그|이) ?(?:차이|결과|수치|승률|숫자|값|"
    r"비율|표본|데이터)?(?:는|은|가|이|를|을)? ?)?"
)
_KO_SO = (
    r"(?:\s?(?:거|건|걸|것|게|만|수|수는|수도|차이|결과|수치|값|편|지|가|요|야|나|나요|니|냐|까|"
    r"까요|데|도|"
    r"있|있어|있어요|있나|있나요|있는|있을까|있을까요|없|없어|돼|되|되나|되나요|될까|이야|이에요|"
    r"예요|인가|인가요|"
    r"한|한가|한가요|한지|하|하나|하나요|하니|하냐|해|해요|할|할까|할까요|함|합니까|맞아|맞나|"
    r"맞지))*"
)
_KO = (
    rf"{_KO_THAT}(?:얼마나 |진짜 |정말 |꽤 |통계적으로 |어느 정도 )*(?:확실|믿을|믿어도|신뢰|"
    rf"유의미|유의|정확|확신)"
    rf"{_KO_SO}|{_KO_THAT}(?:95%? ?)?(?:신뢰 ?구간|오차 ?범위|오차|신뢰도|유의성|통계적 "
    rf"유의성)(?:은|는|이|가|도)?"
    r"(?: ?(?:얼마|어때|어떻|어느|뭐|몇|알려|보여|있어)\S*(?: \S{1,4})?)?|"
    rf"{_KO_THAT}(?:통계적으로 )?의미 ?(?:가 |는 )?있{_KO_SO}|"
    rf"{_KO_THAT}(?:그냥 |단순히 |단순 |혹시 |걍 )*(?:우연|운|노이즈)(?:이|일|인|의|은|히)?"
    r"(?: ?(?:아니|수도|거|건|것|뿐|차이|결과|나온|빨|있|않)\S*)*|"
    r"(?:그 |이 )?(?:표본|데이터|판수|경기 수|경기수|샘플)(?:이|은|는|가)? (?:충분|부족|모자|"
    r"너무 적)\S*"
    r"(?: (?:거|건|건가|거야|않아|아니야|거 아니야))?"
)
_ES_THAT = (
    r"(?:eso|esto|ese|esa|(?:el|la|ese|esa|este|esta|los|las|esos|esas) (?:dato|cifra|numero|"
    r"resultado|diferencia|tasa|muestra|porcentaje|"
    r"datos|cifras|numeros|resultados))"
)
_ES = (
    rf"(?:que tan|cuan|como de|que) (?:segur[oa]s?|fiables?|confiables?|ciert[oa]|"
    rf"significativ[oa]s?|precis[oa]s?|exact[oa]s?|solid[oa]s?)"
    rf"(?: (?:es|son|esta|estas|estan|seria))?(?: {_ES_THAT})?(?: de {_ES_THAT})?|"
    rf"(?:es|son|seria|sera|esta) (?:{_ES_THAT} )?(?:una? )?(?:diferencia )?(?:estadisticamente |"
    rf"realmente |de verdad )*(?:significativ[oa]s?|fiables?|confiables?|"
    rf"segur[oa]s?|precis[oa]s?|exact[oa]s?|ciert[oa]s?|suficientes?|(?:pura |puro |mera "
    rf")?(?:casualidad|azar|suerte|ruido))(?: {_ES_THAT})?(?: estadisticamente)?|"
    rf"(?:no )?(?:puede|podria|puede que) (?:{_ES_THAT} )?(?:ser|sea)(?: {_ES_THAT})? (?:pura |"
    rf"puro |mera |solo |por |cosa del? |fruto del )*(?:casualidad|azar|suerte|ruido)|"
    rf"(?:me|se|nos) (?:puedo|puede|podemos|podria) (?:fiar|confiar)(?: (?:de|en) {_ES_THAT})?|"
    rf"(?:puedo|podemos|se puede) (?:fiarme|fiarnos|confiar)(?: (?:de|en) {_ES_THAT})?|"
    rf"(?:cual es )?(?:el )?(?:intervalo(?: de confianza)?|margen de error|nivel de "
    rf"confianza)(?: (?:de|del) {_ES_THAT})?|"
    rf"{_ES_THAT} (?:es|son) (?:estadisticamente )?(?:significativ[oa]s?|fiables?|confiables?|"
    rf"suficientes?|segur[oa]s?)|"
    rf"(?:hay|son|tenemos) (?:suficientes|bastantes) (?:partidas|datos|juegos|partidos)|estas "
    rf"segur[oa](?: de {_ES_THAT})?|"
    rf"(?:es|seria) (?:suficiente|bastante) {_ES_THAT}|(?:es )?{_ES_THAT} (?:es )?suficiente"
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
