"""Headers of two nouns are said in any language and order."""

import pytest

from agents.data.compound_nouns import ways_to_say


@pytest.mark.parametrize("header", ["version reglas", "rules version", "규칙버전"])
@pytest.mark.parametrize("said", ["version de reglas", "version of the rules", "규정 버전"])
def test_a_header_is_said_in_any_language(header: str, said: str) -> None:
    assert said in ways_to_say(header)


@pytest.mark.parametrize("header", ["map", "버전"])
def test_other_nouns_have_no_other_way(header: str) -> None:
    assert ways_to_say(header) == ()
