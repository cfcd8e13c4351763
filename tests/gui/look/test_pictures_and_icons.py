"""Icons are painted while threads read pictures: neither waits for the other for ever."""

import subprocess
import sys

from tests.patience import PATIENCE

# A program of its own: threads that hold each other's locks cannot be stopped from within.
BOTH = """
from PySide6.QtCore import QBuffer, QIODevice, QSize, QThreadPool
from PySide6.QtGui import QGuiApplication, QImage

from app.domain.messages import FilePart
from gui.look.icons import pixmap
from gui.blocks.pictures import Pictures, picture_of

application = QGuiApplication([])
buffer = QBuffer()
buffer.open(QIODevice.OpenModeFlag.WriteOnly)
image = QImage(60, 40, QImage.Format.Format_RGB32)
image.fill(0x336699)
image.save(buffer, "PNG")
picture = picture_of(FilePart(content=bytes(buffer.data()), media_type="image/png"))
pictures = Pictures()
for number in range(1500):
    pictures.image(picture, QSize(1 + number, 20))
    pixmap("send", f"#{number:06x}", 24)
QThreadPool.globalInstance().waitForDone()
print("both read")
"""


def test_icons_and_pictures_are_read_at_the_same_time() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BOTH], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.stdout == "both read\n", done.stderr
