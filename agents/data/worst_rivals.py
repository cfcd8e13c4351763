"""Whom one is weak against, and one's nemesis, are rivals ranked by win rate."""

from agents.answering.text.likely import turn

_MOST_KO = r"(?:가장|제일|젤)\s?"
TURNS = (
    turn(  # 누구한테 제일 약해?
        rf"(?<!\S)누구(?:한테|에게|를?\s?상대로)(?:가|는)?\s{_MOST_KO}"
        r"(?:(?P<low>약|못[하해]|못했|고전|힘들|어려)|강[하해했한]|[세셌쎄쎘센쎈]|잘[하해했한])[가-힣]*",
        lambda f: f"승률이 가장 {'낮' if f['low'] else '높'}은 상대는",
    ),
    turn(  # 사제한테 약한 덱
        rf"(?<=\w)\s?(?:한테|에게|상대로(?:는)?)\s(?P<most>{_MOST_KO})?"
        r"(?:(?P<low>약한|못하는|약했던)|강한|센|쎈|잘하는|강했던)\s",
        lambda f: f" 상대로 승률 {'가장 ' if f['most'] else ''}{'낮' if f['low'] else '높'}은 ",
    ),
    turn(
        r"(?<=[\w)])의?\s천적(?:은|이|인|을)?(?:\s(?:누구|누군|상대|선수)\S*)?(?=\W|$)",
        " 승률이 가장 낮은 상대 선수",
    ),
    turn(
        r"\b(?:who(?:['’]s|\sis|\swas)\s)(\w[\w.]*?)['’]s?\s"
        r"(?:nemesis|bogey\s(?:man|player|team|opponent)|kryptonite)\b",
        r"which opponent player does \1 have the lowest win rate against",
    ),
    turn(
        r"\b(?:qui[eé]n\ses\s)?la\sbestia\snegra\sde\s",
        "el rival con la menor tasa de victorias de ",
    ),
    turn(r"(?<=\w)\s선수별\s상대\s?전적", " 상대 선수별 승률"),
)  # fmt: skip
