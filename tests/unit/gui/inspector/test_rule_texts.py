"""The rules at frames: each that can be marked has its sentence, which is the rule's own."""

import re
from pathlib import Path

from app.domain.conformance import Finding
from gui.inspector.rule_texts import mark_text, mark_words, rule_sentences
from transport.conformance import envelopes, failures, frame_marks, json_form, stream_rules
from transport.conformance.rules import RULES, finding

_NAMED = re.compile(
    r"\"((?:stream|artifact|status|message|context|json|part|rpc|http|error|task)\.\w+)\""
)

MARKING = (frame_marks, stream_rules, json_form, envelopes, failures)
# Only a check knows what it expects, and no frame knows the status of gRPC.
UNMARKED = {"error.kind", "error.standard", "error.status"}


def test_every_rule_that_marks_frames_can_be_said() -> None:
    sources = [Path(module.__file__ or "").read_text() for module in MARKING]
    named = {name for source in sources for name in _NAMED.findall(source)} - UNMARKED
    assert named == rule_sentences().keys()
    assert {name: RULES[name].text for name in named} == dict(rule_sentences())


def test_a_mark_says_clause_sentence_and_place_as_plain_text() -> None:
    found = finding("stream.task_id", "SendStreamingMessage event 2", "x\u202ey")
    assert mark_words(found) == "A2A 4.2.1 MUST: All events of a stream are of one task."
    assert mark_text(found).split("\n")[1] == "SendStreamingMessage event 2 · x\ufffdy"
    other = Finding(rule="later.rule", clause="9.9", level="should", text="Its own words.")
    assert mark_text(other) == "A2A 9.9 SHOULD: Its own words."
