"""Translations are compiled by Qt's own tool, and unfinished ones are named."""

from PySide6.QtCore import QTranslator

from scripts import translations

SOURCE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko">
<context>
    <name>Chat</name>
    <message><source>You</source><translation>나</translation></message>
    <message><source>Agent</source><translation type="unfinished"></translation></message>
</context>
</TS>
"""


def test_a_compiled_translation_is_what_qt_reads(tmp_path):
    source, target = tmp_path / "ko.ts", tmp_path / "ko.qm"
    source.write_text(SOURCE, encoding="utf-8")
    target.write_bytes(translations.compiled(source))
    translator = QTranslator()
    assert translator.load(str(target))
    assert translator.translate("Chat", "You") == "나"
    assert translations.compiled(source) == target.read_bytes()


def test_unfinished_texts_are_named(tmp_path):
    source = tmp_path / "ko.ts"
    source.write_text(SOURCE, encoding="utf-8")
    assert translations.unfinished(source) == ["ko.ts: not translated: 'Agent'"]
