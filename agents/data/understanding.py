"""A message becomes what to do: answer a frame, ask, decline, summarise, or say what there is."""

from dataclasses import replace
from datetime import date
from functools import partial

from agents.answering.text.language import Language, language_of
from agents.answering.text.likely import Said
from agents.answering.text.normal import as_written
from agents.data.answered_by_place import ALL, chosen_by_place
from agents.data.carried import Before, carry, filled
from agents.data.lexicon import Lexicon
from agents.data.listening import listen
from agents.data.match.compute.frame import LENGTHS, Filter, Frame
from agents.data.match.compute.impossible import impossible
from agents.data.match.compute.plan import needs_subject
from agents.data.match.compute.version_days import NONE, FirstDays
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.merge import merge
from agents.data.mixed_scripts import without_hangul_names
from agents.data.named_before import leaves_out, named_in, ranks_older, take_named
from agents.data.not_known import not_known
from agents.data.opinions import foretells, praises
from agents.data.outcomes import (
    Answerable,
    Ask,
    Decline,
    Explain,
    Outcome,
    Summarise,
    Understood,
    Waiting,
)
from agents.data.parts_out import parts_out
from agents.data.periods_left_out import settle_barred
from agents.data.put_back import put_back
from agents.data.reader import Reader
from agents.data.reading import Reading
from agents.data.respelling import ReadAs
from agents.data.rows_asked import add_groups
from agents.data.settling import (
    adds_games,
    asks_which_one,
    in_place,
    put_in_place,
    settle_bare,
    settle_none,
    settle_ranks,
    settle_rivals,
    settle_shift,
    stands_alone,
)
from agents.data.taken_off import taken_off
from agents.data.told_again import named_again, told_before
from agents.data.waiting_for import ask_again, is_answer
from agents.data.when_best import settle_when
from agents.data.whole_turns import whole_turn
from agents.data.writing import asks_to_write
from agents.data.years_of_rows import take_other_seasons, take_years

LONGEST = 2000


class Understanding:
    """Owns the lexicons of one table, each made when a message in its language comes.

    `lexicons` are those made so far.
    """

    def __init__(self, model: SemanticModel, *, years: int = 0, versions: FirstDays = NONE) -> None:
        """Take a table in; trends over one of more than two `years` go by quarters."""
        self._model, self._versions = model, versions
        self._trend = "quarter" if years > 2 else "month"
        self.lexicons: dict[Language, Lexicon] = {}
        self._names = frozenset(
            name.casefold()
            for dimension in model.dimensions.values() if dimension.fixed is None
            for name in (*dimension.sample, *dimension.values)
            if len(name) > 1
        )  # fmt: skip

    def understand(
        self,
        text: str,
        *,
        today: date,
        language: Language = "en",
        previous: Frame | None = None,
        waiting: Waiting | None = None,
        choice: tuple[str, str] | None = None,
        unanswered: bool = False,
        before: Before = Before(),  # noqa: B008
    ) -> Understood:
        """Return what to do with a message.

        `language` is the conversation's, `previous` its last answered frame, `waiting` the
        question that it was asked, `choice` a slot and the value that was picked for it.
        `unanswered` says that the question before was declined, so that a fragment has nothing to
        go on from, and `before` is what was said before the last answer.
        """
        if waiting is not None and choice is None:
            choice = chosen_by_place(text, waiting)
        if choice is not None and waiting is not None and choice[0] == waiting.slot:
            picked = self._picked(waiting, choice[1])
            if picked is not None:
                return Understood(self._finish(picked, Reading()), language, answers_waiting=True)
        if len(text) > LONGEST:
            return Understood(Decline("long"), language_of(text[:LONGEST], language))
        telling = without_hangul_names(text, partial(self._lexicon, "ko"))
        language = language_of(telling, language, self._names)
        lexicon = self._lexicon(language)
        frames = before.frames(previous)
        turn = whole_turn(text, frames, lexicon, asked=waiting is not None, first=before.first)
        if turn is not None:
            return Understood(turn, language)
        text = Said.of(text)
        again = named_again(text) if frames and waiting is None else ""
        text = Said.of(again) if again else text
        if waiting is None and (left := taken_off(text, frames, self._model)):
            previous, text = left
            if not text:
                return Understood(self._finish(previous, Reading()), language)
        heard = listen(
            text, previous, lexicon, today, self._versions,
            waiting=waiting is not None, ranked=before.ranked, earlier=before.earlier,
        )  # fmt: skip
        text, asked, plain, placed = heard.text, heard.asked, heard.plain, heard.placed
        for one in placed.began if previous is not None else ():
            previous = previous and previous.without_filter(one.dimension)  # before it, not on it
        reading = Reader(placed.spans, plain, lexicon).read()
        take_years(reading, self._model)
        take_other_seasons(reading, self._model)
        if again and (told := told_before(reading, frames)) is not None:
            return Understood(
                Answerable(told, heard.read_as, follows=True), language, False, reading
            )
        reading.newest, ranks = heard.newest, heard.ranks
        heard.meant.settle(reading)
        parts = [] if waiting is not None else parts_out(asked, lexicon, previous)
        back = None if waiting is not None else put_back(asked, previous, before.earlier)
        if parts or back is not None:
            reading = Reading(dropped=parts, settled=back is not None)
            ranks = None
        settle_ranks(reading, ranks, previous)
        if (
            not (parts or back)
            and asks_to_write(asked)
            and not (previous and reading.too and reading.bare_measure)
        ):
            reading.acts.append("write")  # but "add losses" asks for another figure
        if reading.measure is None and praises(asked):
            reading.acts.append("opinion")
        if foretells(asked):
            reading.acts.append("forecast")
        if waiting is not None and {plain, plain.removesuffix("요")} & lexicon.yes_all:
            reading = Reading(all=True)
        answers = waiting is not None and is_answer(reading, waiting)
        if answers:
            assert waiting is not None
            previous, reading.measure = waiting.frame, None
        if reading.anew:
            previous = None
        if back is not None:
            previous = back
        elif (
            before.refused is not None
            and not answers
            and reading.measure is None
            and not (ranks_older(reading, before.refused, previous))
        ):  # a fragment is about the question that was refused, not about an older one
            previous = filled(reading, before.refused, asked, self._model)
        settle_barred(reading, previous)
        points = unanswered and waiting is None and bool(reading.those)
        if not answers:
            take_named(reading, before.named, heard.whole, self._model, previous)
            previous = carry(reading, previous, before, self._model)
        settle_when(reading, text, previous, self._model)
        alone = previous is None and waiting is None and unanswered
        said = replace(reading, groups=list(reading.groups)) if alone else reading
        which = unanswered and waiting is None and asks_which_one(reading, asked)
        outcome = self._decide(reading, previous, lexicon, heard.read_as, text)
        alone = alone and not stands_alone(said, asked, self._model)
        bare = reading.measure is None or (reading.of_one and reading.bare_measure)
        if which and isinstance(outcome, Answerable | Ask):  # of the rows that were asked for
            bare = alone = previous is None or outcome.frame.group_by != previous.group_by
        if alone and isinstance(outcome, Answerable | Ask) and bare:
            outcome = Decline("unanswered")
        if points and not (isinstance(outcome, Decline) and outcome.word != reading.those):
            outcome = Decline("unanswered")
        if isinstance(outcome, Answerable):
            open_ = unanswered and leaves_out(outcome.frame, previous, before.named)
            outcome = outcome._replace(began=placed.began, leaves_open=open_)
        elif placed.unknown:
            outcome = Decline("version", as_written(placed.unknown, text), placed.known)
        if isinstance(outcome, Decline):
            about, named = self._about(reading), named_in(reading, self._model)
            outcome = outcome._replace(about=about, where=self._where(reading), named=named)
        if waiting is not None and waiting.slot in self._model.dimensions:
            outcome = ask_again(outcome, reading, waiting)
        return Understood(outcome, language, answers, reading)

    def take_up(self, proposed: Frame) -> Answerable | Ask:
        """Return what to do with a checked frame that was proposed."""
        if needs_subject(proposed, self._model):
            return Ask(proposed, self._model.entity)
        return Answerable(proposed, proposed=True)

    def _lexicon(self, language: Language) -> Lexicon:
        if language not in self.lexicons:
            self.lexicons[language] = Lexicon(self._model, language)
        return self.lexicons[language]

    def _about(self, reading: Reading) -> str:
        """Return the first value that was named of what the table compares, or ""."""
        named = (m.value for m in reading.mentions if m.dimension == self._model.entity)
        return next(named, "")

    def _where(self, reading: Reading) -> tuple[str, str] | None:
        """Return the first value that was named of whole games: a map, a tournament."""
        named = ((m.dimension, m.value) for m in reading.mentions
                 if not self._model.dimensions[m.dimension].of_sides)  # fmt: skip
        return next(named, None)

    def _picked(self, waiting: Waiting, value: str) -> Frame | None:
        if waiting.slot in self._model.dimensions:
            frame = waiting.frame
            if value == ALL:
                return frame.model_copy(update={"group_by": (waiting.slot, *frame.group_by)})
            return frame.with_filter(Filter(dimension=waiting.slot, values=(value,)))
        every = waiting.meanings or tuple(one for one in waiting.choices if one != ALL)
        picked = every if value == ALL else (value,)
        meant = [one.partition("=") for one in picked]
        kinds = {dimension for dimension, _, _ in meant}
        if len(kinds) != 1 or not kinds <= self._model.dimensions.keys():
            return None
        values = tuple(chosen for _, _, chosen in meant)
        return waiting.frame.with_filter(Filter(dimension=kinds.pop(), values=values))

    def _decide(
        self,
        reading: Reading,
        previous: Frame | None,
        lexicon: Lexicon,
        read_as: tuple[ReadAs, ...],
        text: str,
    ) -> Outcome:
        for act in ("write", "forecast", "opinion", "topic", "recent"):
            if act in reading.acts:
                return Decline(act)
        if "synthesis" in reading.acts and not reading.mentions and not reading.groups:
            return Summarise()
        if reading.missing:
            return Decline("missing", reading.missing[0])
        settle_shift(reading, previous)
        if reading.instead and (previous is None or reading.all):
            reading.unknown.append(reading.instead)  # instead of what?
        if reading.instead and previous is not None:
            reading.mentions = [in_place(mention, previous) for mention in reading.mentions]
        put_in_place(reading, previous)
        settle_none(reading, previous, self._model)
        if reading.unknown and not (reading.empty and "help" in reading.acts):
            return not_known(reading, previous, lexicon, text, trend=self._trend)
        if reading.anew and reading == Reading(anew=True, acts=reading.acts):
            return Explain("anew")
        if reading.ambiguous:
            word, terms = reading.ambiguous[0]
            frame = merge(previous, reading, self._model)
            return Ask(frame, "meaning", as_written(word, text), terms)
        if reading.measure is None and not reading.has_content and reading.acts:
            return Explain(next(a for a in ("help", "greeting", "thanks") if a in reading.acts))
        if reading.empty and previous is None and reading == Reading(compare=True):
            return Decline("unclear", kept=Frame())  # whom is said next
        if reading.empty:
            return Decline("unclear")
        if (listed := self._listed(reading, previous)) is not None:
            return Explain("values", listed)
        if reading.measure == "games" or reading.measure in LENGTHS:
            reading.total = reading.total or reading.all  # the mean length of all
            reading.all = False  # "all games" are no races
        asks = reading.asks_something or reading.implied is not None
        if previous is None and reading.measure is None and not asks:
            return Decline("unclear")
        if reading.measure is None and (previous is None or reading.groups):
            reading.measure = reading.implied
        if unclear := settle_bare(reading, previous):
            return Decline("word", unclear)
        if previous is not None and adds_games(reading, previous, text):
            reading.measure = None  # the rows of a rate tell their games
        add_groups(reading, previous, self._model, trend=self._trend)
        settle_rivals(reading, previous, self._model)
        reading.swap = reading.swap and reading.order is None  # conversely, the lowest
        frame = merge(previous, reading, self._model)
        if reading.swap and all(one.side == "own" for one in frame.filters):
            return Decline("unclear")  # the other way round of what?
        nobody = all(f.side != "own" for f in frame.filters) and not self._model.of_one_view
        if reading.rivals_of and nobody:
            return Ask(frame, self._model.entity)  # the rivals of whom?
        cannot = impossible(frame, self._model)
        if cannot is not None:
            word = self._model.dimensions[self._model.entity].label_in(lexicon.language)
            return Decline(cannot, word)
        return self._finish(frame, reading, read_as, previous)

    def _listed(self, reading: Reading, previous: Frame | None) -> str | None:
        """Return the dimension whose values are asked for: "what maps are there?"."""
        if not reading.listing or len(reading.groups) != 1:
            return None
        plain = Reading(groups=reading.groups, listing=True, compare=reading.compare)
        if reading != plain or (reading.placed and previous):
            return None
        return reading.groups[0] if reading.groups[0] in self._model.dimensions else None

    def _finish(
        self,
        frame: Frame,
        reading: Reading,
        read_as: tuple[ReadAs, ...] = (),
        previous: Frame | None = None,
    ) -> Outcome:
        if needs_subject(frame, self._model):
            left_out = any(one.exclude and self._model.dimensions[one.dimension].of_sides
                           for one in frame.filters)  # fmt: skip
            if not left_out and not (reading.plural and (frame.filters or frame.period)):
                return Ask(frame, self._model.entity)
            frame = frame.model_copy(update={"group_by": (self._model.entity, *frame.group_by)})
        assumed = reading.measure is None and previous is None and bool(reading.mentions)
        assumed = assumed and not reading.of_hundred
        follows = reading.measure is None
        follows = follows or (previous is not None and frame != merge(None, reading, self._model))
        return Answerable(
            frame, read_as, assumed, follows, apart=reading.apart, of_rival=reading.of_rival
        )
