"""Translations are compiled by Qt's own tool, and unfinished ones are named."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QTranslator

import gui
from gui.texts.numbers import number_form
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


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [("en", "row", "rows"), ("es", "fila", "filas"), ("ko", "행", "행")],
)
@pytest.mark.parametrize("text", ["{count} rows", "{shown} of {all} rows"])
def test_one_of_a_thing_is_not_said_as_several(qapp, text, language, one, two):
    translator = QTranslator()
    assert translator.load(str(translations.FOLDER / f"balance_desk_{language}.qm"))
    said = [translator.translate("Chat", text, "", number_form(n)) for n in (1, 0, 10**12)]
    words = [re.findall(r"\w+", re.sub("{.*?}", " ", one)) for one in said]
    assert [one in each for each in words] == [True, one == two, one == two]
    assert [two in each for each in words] == [one == two, True, True]


def test_unfinished_texts_are_named(tmp_path):
    source = tmp_path / "ko.ts"
    source.write_text(SOURCE, encoding="utf-8")
    assert translations.unfinished(source) == ["ko.ts: not translated: 'Agent'"]


def texts_of(node: ast.AST, within: str = "") -> Iterator[tuple[str, str]]:
    """Yield context and text of everything that code wants translated, f-strings among it."""
    for child in ast.iter_child_nodes(node):
        inside = child.name if isinstance(child, ast.ClassDef) else within
        if isinstance(child, ast.Call):
            name = getattr(child.func, "attr", getattr(child.func, "id", ""))
            given = [one.value for one in child.args if isinstance(one, ast.Constant)]
            if name == "tr" and given:
                yield inside, str(given[0])
            elif name in ("translate", "QT_TRANSLATE_NOOP") and len(given) > 1:
                yield str(given[0]), str(given[1])
        yield from texts_of(child, inside)


@pytest.mark.parametrize("language", ["ko", "es"])
def test_every_text_of_the_window_is_translated(language):
    tree = ElementTree.parse(translations.FOLDER / f"balance_desk_{language}.ts")
    known = {
        (context.findtext("name"), message.findtext("source"))
        for context in tree.iter("context")
        for message in context.iter("message")
    }
    wanted = {
        text
        for path in Path(gui.__file__).parent.rglob("*.py")
        for text in texts_of(ast.parse(path.read_text("utf-8")))
    }
    assert len(wanted) > 500, "the texts were found"
    assert sorted(wanted - known) == []
