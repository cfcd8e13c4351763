"""What a question is for is no condition of it: for tonight's cast, para un reportaje, 방송용."""

import re

from agents.answering.text.likely import Rewording

_OURS = r"(?:my|our|the|an?|this|tonight['’]?s|today['’]?s|tomorrow['’]?s|his|her|another|some)"
_WORKS = (
    r"(?:article|piece|story|column|report|newsletter|blog(?:\spost)?|post|thread|tweet|podcast|"
    r"episode|video|clip|stream|cast|broadcast|show|segment|script|recap|preview|slides?|"
    r"presentation|talk|meeting|notes|editor|readers|viewers|audience|desk|write[\s-]?up|infographic)"
)
_MI = r"(?:mi|un|una|el|la|los|las|este|esta|nuestro|nuestra|otro)"
_OBRAS = (
    r"(?:art[ií]culo|reportaje|nota|noticia|cr[oó]nica|columna|informe|bolet[ií]n|blog|hilo|tuit|"
    r"podcast|episodio|v[ií]deo|clip|directo|retransmisi[oó]n|emisi[oó]n|programa|transmisi[oó]n|"
    r"narraci[oó]n|resumen|previa|presentaci[oó]n|diapositivas?|reuni[oó]n|charla|editor|editora|"
    r"lectores|espectadores|infograf[ií]a)"
)
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bfor\s{_OURS}\s(?:[a-z]+\s)?{_WORKS}\b(?!\s?['’])[,:]?",
        rf"\bpara\s{_MI}\s{_OBRAS}\b[,:]?",
        r"(?<!\S)(?:이번에\s|지금\s|오늘\s)?(?:기사|칼럼|보고서|리포트|발표\s?자료|대본|원고)(?:를|을)?\s?"
        r"(?:쓰는데|쓰고\s?있는데|작성\s?중인데|쓰려는데|쓰려고|준비\s?중인데|쓸\s?건데|"
        r"쓰는\s?중인데)(?:요)?,?",
        r"(?<!\S)(?:기사|칼럼|보고서|발표|방송|해설|중계|영상|회의)\s?(?:용으로|용|때문에|준비하는데|준비로)"
        r"(?:요)?(?=[\s,])",
        r"(?<!\S)먼저\s(?=(?:알려|보여|말해|뽑아|확인|봐))",
        r"(?<!\S)(?:게임\s|경기\s)?초반\s(?=\d+분\s?(?:안|이내|이하|미만))",
    )
)
# A long game that is told with its length is any game of that length.
_LONG = re.compile(
    r"(\d+분\s?(?:이상|초과|넘는|넘긴|넘어간|이하|미만|이내)(?:의|인)?)\s?(?:장기전|단기전|초반전|후반전)"
)
_VERSION_FIRST = re.compile(
    r"(?<!\S)(\d+(?:\.\d+)+)\s?(패치|버전)(?=\s?(?:이후|부터|이전|전까지|까지|전후))"
)
TURNS = Rewording(
    (*((form, " ") for form in _FORMS), (_LONG, r"\1 경기"), (_VERSION_FIRST, r"\2 \1"))
)


def without_purpose(text: str) -> str:
    """Return a question without what it is for, and with what it says twice said once."""
    return TURNS.put(text)
