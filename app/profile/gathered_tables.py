"""Tables that were opened together: a folder of links to their files, which says that they belong
together to whatever opens it, in another run as well.
"""

import hashlib
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.errors import BadFile
from app.system.files import private_folder

_LONGEST_NAME: Final = 60
_NAMES: Final = 3


def gathered(profile: Path, files: Sequence[Path]) -> Path:
    """Return the folder of these files, which is called after the first of them; the same files
    give the same folder.

    The files stay where they are, and are read as they are then; where a system lets nobody link,
    they are copied. Raises `BadFile`.
    """
    whole = sorted({str(file.expanduser().absolute()) for file in files})
    key = hashlib.sha256("\n".join(whole).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    stems = list(dict.fromkeys(Path(one).name.partition(".")[0] for one in whole))
    more = f" +{len(stems) - _NAMES}" if len(stems) > _NAMES else ""
    folder = profile / "together" / key / (", ".join(stems[:_NAMES])[:_LONGEST_NAME] + more)
    try:
        private_folder(folder)
        for number, one in enumerate(map(Path, whole)):
            same = sum(Path(before).name == one.name for before in whole[:number])
            link = folder / (f"{same + 1}-{one.name}" if same else one.name)
            _link(link, one)
    except OSError as error:
        raise BadFile(
            f"The files cannot be opened together: {error.strerror}. Open one of them.",
            key="file_unreadable",
            file=", ".join(stems),
            cause=error.strerror or "",
        ) from error
    return folder


def _link(link: Path, file: Path) -> None:
    if link.is_symlink():
        return
    try:
        link.symlink_to(file)
    except OSError:
        shutil.copyfile(file, link)
