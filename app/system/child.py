"""A process that ends with the one that started it, however that one ends.

As a program (`child.py PARENT COMMAND …`) it becomes a command that ends so; it imports nothing of
ours, so that it runs alone.
"""

import os
import sys
import threading
import time
from collections.abc import Sequence
from typing import Final

_DEATH_SIGNAL: Final = 1  # PR_SET_PDEATHSIG of prctl(2): it outlives exec, and no handler delays it
_KILL: Final = 9
_LOOK_SECONDS: Final = 0.5


def end_with(parent: int) -> None:
    """End this process with its parent, which has that id: on Linux at once, else soon.

    On Linux the kernel kills it, whatever it does then; it does so when the thread of the parent
    that started this process ends.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(_DEATH_SIGNAL, _KILL)
    elif os.name == "posix":
        threading.Thread(target=_look, args=(parent,), daemon=True).start()
    if os.name == "posix" and os.getppid() != parent:  # it ended meanwhile
        os._exit(1)


def _look(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    os._exit(1)


def main(arguments: Sequence[str]) -> None:
    """Become the command, which then ends with the parent."""
    parent, *command = arguments
    end_with(int(parent))
    os.execvp(command[0], command)  # noqa: S606 the person's own command, without a shell


if __name__ == "__main__":
    main(sys.argv[1:])
