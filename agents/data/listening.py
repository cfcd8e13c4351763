"""A message is heard: put in words that are read as they stand, and cut into spans of meaning."""

from datetime import date
from typing import NamedTuple

from agents.answering.text.likely import Said
from agents.answering.text.normal import normalise, plainly, with_comparisons
from agents.data.corrected import without_slips
from agents.data.deaths_told import with_deaths
from agents.data.follow_turns import as_said_before
from agents.data.heard_nouns import with_heard_nouns
from agents.data.hearing import hear
from agents.data.in_turn import with_seasons
from agents.data.joined_words import with_joined_words
from agents.data.kinds_of_games import as_kinds
from agents.data.letters_beside import with_letters_beside
from agents.data.lexicon import Lexicon
from agents.data.match.answers.ranked_rows import Ranked
from agents.data.match.compute.frame import Frame
from agents.data.match.compute.version_days import FirstDays
from agents.data.neighbours import with_neighbour
from agents.data.newest import take_newest
from agents.data.numbered_ends import with_numbered_ends
from agents.data.parts_of_names import with_versions
from agents.data.parts_of_week import with_parts_of_week
from agents.data.period_edges import months_spelt
from agents.data.plural_names import with_singulars
from agents.data.pointing import letters_of, with_rivals_letter, without_rather
from agents.data.ranks import Ranks, take_ranks
from agents.data.respelling import ReadAs, exact, respell
from agents.data.rewording import reword
from agents.data.rows_meant import Meant, only_meant, with_rows_meant
from agents.data.said_again import in_view_of
from agents.data.same_kind import with_mirrors_named
from agents.data.scan import scan
from agents.data.seasons_named import with_years_of_seasons
from agents.data.shared_nouns import with_shared_nouns
from agents.data.so_many import with_all_named
from agents.data.some_of import with_some
from agents.data.swapped import put_right
from agents.data.titles import without_titles
from agents.data.told_words import told_once
from agents.data.versions import Placed, place_versions
from agents.data.whole_league import without_the_league
from agents.data.yes_no_heard import turned, with_answers


class Heard(NamedTuple):
    """A message as its words are read.

    `text` has the words of its own of a turn of talk that goes on from an answer, `whole` is that
    normalised, `asked` without the newest games (`newest`: how many) that it asks for, and `plain`
    is that with its words as the table has them, of which `placed` has the spans. `read_as` tells
    the words that were taken for others, `ranks` the places of a ranking, `meant` the rows of the
    last one that it speaks of.
    """

    text: str
    whole: str
    asked: str
    plain: str
    placed: Placed
    read_as: tuple[ReadAs, ...]
    ranks: Ranks | None
    newest: int | None
    meant: Meant


def listen(
    text: str,
    previous: Frame | None,
    lexicon: Lexicon,
    today: date,
    versions: FirstDays,
    *,
    waiting: bool,
    ranked: Ranked,
    earlier: Frame | None = None,
) -> Heard:
    """Return a message as its words are read in a table, after the last answer's frame.

    `waiting` says that the agent's own question is open: no words go on from an answer then.
    `ranked` are the rows of the last answer, `earlier` is the frame of the one before it.
    """
    model = lexicon.model
    meant = with_rows_meant(text, None if waiting else previous, ranked, lexicon, today)
    text = with_rivals_letter(meant.text, lexicon)
    followed = None if waiting else previous
    text = Said.of(as_said_before(Said.of(text), followed, lexicon, earlier))
    text = Said.of(turned(text, previous, model))
    text = Said.of(with_all_named(text, previous, model))
    text = Said.of(with_neighbour(text, previous, model))
    text = Said.of(with_mirrors_named(with_deaths(text, model), lexicon))
    text = Said.of(with_seasons(with_years_of_seasons(text, model), model))
    text = Said.of(in_view_of(text, previous, today, model))
    ordered, ranks = take_ranks(reword(text), model.rank_nouns)
    whole: str = Said(normalise(with_comparisons(plainly(ordered))))
    asked, newest = take_newest(whole, lexicon, previous)
    plain = with_joined_words(with_shared_nouns(months_spelt(asked, lexicon), lexicon), lexicon)
    plain = asked if plain == asked else Said(plain)
    spans = scan(plain, lexicon, today)
    plain, spans = put_right(plain, only_meant(spans, meant.rows), lexicon, today)
    plain, spans, heard = hear(plain, spans, lexicon, today)
    plain, spans = with_heard_nouns(plain, spans, lexicon, today)
    spans = letters_of(exact(spans, text, lexicon), text, lexicon.letters)
    spans = with_letters_beside(spans, text, lexicon)
    spans, read_as = respell(as_kinds(with_singulars(spans, lexicon), plain, lexicon), lexicon)
    spans = with_parts_of_week(with_answers(with_versions(spans, lexicon), model), model)
    spans = with_some(with_numbered_ends(spans, plain, model), previous, model)
    spans = without_the_league(without_slips(without_titles(spans, model)))
    if previous is not None:
        spans = without_rather(spans)
    placed = place_versions(spans, versions, previous)
    told = told_once((*(ReadAs(word, t.key, t.detail) for word, t in heard), *read_as))
    return Heard(text, whole, asked, plain, placed, told, ranks, newest, meant)
