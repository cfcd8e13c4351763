import html
import re

from hypothesis import given
from hypothesis import strategies as st

from gui.blocks.code import LIMIT, code_html
from gui.blocks.markdown import to_html
from gui.look.theme import DARK, LIGHT

ALLOWED = {"p", "a", "code", "pre", "strong", "em", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5"}
ALLOWED |= {"h6", "blockquote", "table", "thead", "tbody", "tr", "th", "td", "br", "hr", "span"}


def tags(markup: str) -> set[str]:
    return set(re.findall(r"<\s*/?\s*([a-zA-Z0-9]+)", markup))


def test_raw_html_is_shown_not_read() -> None:
    made = to_html("<script>alert(1)</script> <b onclick=x>hi</b> &lt;i&gt;")
    assert "<script" not in made
    assert "<b " not in made
    assert "&lt;script&gt;" in made


def test_pictures_become_links() -> None:
    made = to_html("![chart](https://example.org/a.png)")
    assert "<img" not in made
    assert '<a href="https://example.org/a.png">chart</a>' in made


def test_only_links_to_the_web_and_mail_can_be_followed() -> None:
    for address in ("javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "//host/x"):
        assert "<a " not in to_html(f"[x]({address})")
        assert "<a " not in to_html(f"![x]({address})")
    assert '<a href="mailto:a@example.org">' in to_html("[x](mailto:a@example.org)")


def test_an_address_cannot_leave_its_attribute() -> None:
    made = to_html('[x](https://example.org/"onmouseover="y)')
    assert 'onmouseover="y' not in made


def test_references_reach_pieces_that_do_not_define_them() -> None:
    assert "<a href" not in to_html("see [here][1]")
    assert '<a href="https://example.org">' in to_html("see [here][1]", "[1]: https://example.org")


def test_emphasis_ends_beside_hangul() -> None:
    assert "<strong>48.6%</strong>였습니다" in to_html("2026-10에 **48.6%**였습니다.")
    assert "<strong>(테란)</strong>은" in to_html("승자**(테란)**은")
    assert to_html("a**(b)**c") == "<p>a**(b)**c</p>\n", "elsewhere CommonMark holds"
    assert "<em>one</em>" in to_html("*one* 2 * 3 * 4")


def test_cells_keep_their_alignment() -> None:
    made = to_html("| a | b |\n|---|---:|\n| 1 | 2 |")
    assert '<td align="right">2</td>' in made


@given(st.text(alphabet=st.sampled_from("<>&\"'[]()!`*_#|-\n a/:j"), max_size=80))
def test_nothing_outside_the_allowed_tags_comes_out(text: str) -> None:
    assert tags(to_html(text)) <= ALLOWED
    assert tags(code_html(text, "sql", LIGHT)) <= {"pre", "span"}


@given(st.text(max_size=200))
def test_coloured_code_says_the_same(source: str) -> None:
    made = code_html(source, "python", DARK)
    plain = html.unescape(re.sub(r"</?(pre|span)[^>]*>", "", made))
    assert plain.replace("\r\n", "\n").replace("\r", "\n") == source.replace("\r\n", "\n").replace(
        "\r", "\n"
    )


def test_long_or_unknown_code_stays_plain() -> None:
    assert "<span" in code_html("SELECT 1", "sql", LIGHT)
    assert "<span" not in code_html("SELECT 1", "no-such-language", LIGHT)
    assert "<span" not in code_html("SELECT 1\n" * (LIMIT // 8), "sql", LIGHT)
