"""The whole text that is shown is checked: notes on the reading and the file as well."""

import asyncio

import pytest

from agents.answering.grounding import Facts, Ungrounded
from agents.answering.text.language import LANGUAGES, Language
from agents.data.match.answers.answers import Writer
from agents.data.match.answers.sentences import say
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable
from agents.data.stated import stated
from tests.unit.agents.data.data_support import sample


def writer() -> Writer:
    analyst = sample()
    analysis = asyncio.run(analyst.analyse(Frame(group_by=("race",))))
    return Writer(analysis, analyst.model, "en", simulated=True)


def test_a_note_may_state_no_number_but_a_known_one() -> None:
    note = "Rows with 4,321 wins were left out."
    with pytest.raises(Ungrounded):
        writer().write((note,))
    assert writer().write((note,), stated=("4,321",)).text.endswith(note)


def test_a_numeral_in_backquotes_is_looked_at_too() -> None:
    facts = Facts("en")
    facts.name("c0ffee12")
    facts.check("Task `c0ffee12` is done.")
    with pytest.raises(Ungrounded):
        facts.check("It won `61`% of them.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_encoding_of_a_file_may_be_told(language: Language) -> None:
    may_state = (*stated(Answerable(Frame()), sample(), language), "CP1252")
    note = say(language, "note_encoding", encoding="CP1252")
    assert writer().write((note,), may_state).text.endswith(note)
