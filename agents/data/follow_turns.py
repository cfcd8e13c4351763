"""What a short message says in view of the last answer, in words that are read as they stand."""

from agents.answering.text.likely import Likely
from agents.data.follow_conditions import CONDITIONS
from agents.data.follow_figures import FIGURES
from agents.data.follow_measures import MEASURES
from agents.data.follow_others import OTHERS
from agents.data.follow_ranked import RANKED
from agents.data.follow_spans import SPANS
from agents.data.follow_talk import TALK
from agents.data.follow_two import TWO
from agents.data.follow_words import InView, put_plainly
from agents.data.lexicon import Lexicon
from agents.data.match.compute.frame import Frame
from agents.data.meeting import MEETINGS
from agents.data.regardless import EITHER

_TURNS = Likely(
    (
        *(*EITHER, *FIGURES, *MEETINGS, *MEASURES, *CONDITIONS, *OTHERS, *SPANS),
        *(*TWO, *RANKED, *TALK),
    )
)


def as_said_before(
    text: str, previous: Frame | None, lexicon: Lexicon, earlier: Frame | None = None
) -> str:
    """Return a message that goes on from `previous` in plain words; any other one as it is.

    `earlier` is the frame of the answer before that.
    """
    if previous is None:
        return text
    return put_plainly(text, InView(previous, lexicon, earlier), _TURNS)
