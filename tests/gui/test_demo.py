"""The demonstration drives the real window over the bundled sample and writes its pictures."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

from app.composition import open_desk
from app.profile.settings import Settings
from gui.demo.driver import Driver
from gui.demo.talk import NARROW, run_demo


@pytest.mark.anyio
@pytest.mark.slow
async def test_it_writes_the_pictures_of_a_whole_conversation(
    open_window: Any, tmp_path: Path
) -> None:
    told: list[Path] = []
    settings = Settings(profile=tmp_path / "profile")
    async with open_desk(settings, ephemeral=True) as opened:
        person = await open_window(with_desk=opened.desk)
        pictures = await run_demo(person.window, tmp_path / "out", told=told.append)
        person.window.close()
        await person.window.closed()
    assert told == pictures
    names = [path.stem.split("-", 1)[1] for path in pictures]
    wanted = {
        "first-run",
        "question",
        "table-and-chart",
        "synthesis",
        "dark",
        "korean",
        "spanish",
        "narrow",
        "how-computed",
    }
    assert wanted <= set(names)
    images = {name: QImage(str(path)) for name, path in zip(names, pictures, strict=True)}
    assert all(not image.isNull() for image in images.values())
    assert images["narrow"].width() < images["question"].width()
    assert images["narrow"].width() % NARROW.width() == 0
    assert images["dark"].pixelColor(20, 400).lightness() < 60
    assert images["korean"].pixelColor(20, 400).lightness() > 200
    assert len({path.read_bytes() for path in pictures}) == len(pictures)


@pytest.mark.anyio
async def test_what_is_looked_for_is_found_before_a_picture_of_it(person: Any) -> None:
    driver = Driver(person.window)
    await driver.say("저그는?")
    await driver.find("Zerg")
    assert person.find("findCount").text() == "2 of 2"
    assert person.find("findBefore").isEnabled()
