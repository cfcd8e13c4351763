"""What every start of the program pays for, and need not: parts of libraries that nothing calls,
and a collector that looks through the same modules again and again.
"""

import gc
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

# What a package takes when it is there, and the package that takes it. Whoever needs one imports
# it by its own name, and gets it.
_LEFT_OUT = {
    "a2a.client.transports.grpc": ("a2a.client", "a2a.client.client_factory"),
    "a2a.compat.v0_3.grpc_transport": ("a2a.client.client_factory",),
    "a2a.server.cluster.database_event_stream": ("a2a.server.cluster",),
    "a2a.server.request_handlers.grpc_handler": ("a2a.server.request_handlers",),
    "a2a.server.tasks.database_push_notification_config_store": ("a2a.server.tasks",),
    "a2a.server.tasks.database_task_store": ("a2a.server.tasks",),
    "grpc": ("a2a.client.optionals",),
    "httpx._main": ("httpx",),
}
# Nothing but functions, which a package takes though it calls them seldom: A2A 0.3 in the SDK.
_LATE = ("a2a.compat.v0_3.conversions",)
_ARENA_MAX, _MMAP_THRESHOLD = -8, -3
_LARGE = 1 << 20
_OBJECTS_OF_REQUESTS = 10_000
_DONT_NEED = 4
_LIBRARY = r"^([0-9a-f]+)-([0-9a-f]+) r-\S+ \S+ \S+ \S+ +/.*\.so[.\d]*$"
_LIBRARIES = re.compile(_LIBRARY, re.MULTILINE)
_UNCHANGED = re.compile(_LIBRARY + r"\n(?:[A-Z].*\n)*?Anonymous: +0 kB$", re.MULTILINE)


class _LeaveOut:
    """Tells a package that imports itself that an optional part of it is not installed."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Raise `ModuleNotFoundError` for an optional part while its package is imported."""
        if any(map(_is_imported_now, _LEFT_OUT.get(fullname, ()))):
            raise ModuleNotFoundError(f"{fullname} is left out", name=fullname)
        return None


class _Late(ModuleType):
    """Stands for a module of functions, which is imported when one of them is first called."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)

        def call(*args: Any, **kwargs: Any) -> Any:
            self.give_way()
            return getattr(import_module(self.__name__), name)(*args, **kwargs)

        return call

    def give_way(self) -> None:
        """Let the module itself be imported from now on."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]


def _is_imported_now(name: str) -> bool:
    spec = getattr(sys.modules.get(name), "__spec__", None)
    return bool(getattr(spec, "_initializing", False))


@contextmanager
def lean() -> Iterator[None]:
    """Run the program with optional parts of libraries left out, and no garbage collected before
    `settle`."""
    finder, collects, often = _LeaveOut(), gc.isenabled(), gc.get_threshold()
    late = [_Late(name) for name in _LATE if name not in sys.modules]
    sys.meta_path.insert(0, finder)
    sys.modules.update({one.__name__: one for one in late})
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()  # what libraries hold is freed when the interpreter ends
        gc.set_threshold(*often)
        if collects:
            gc.enable()
        sys.meta_path.remove(finder)
        for one in late:
            one.give_way()


def share_heap() -> None:
    """Let all threads of the window take memory from one heap, and large pieces from none.

    Each thread that ran for a while would keep what it took at its busiest; and after the first
    picture of some megabytes was freed, the next would come from the heap, which then keeps them.
    https://man7.org/linux/man-pages/man3/mallopt.3.html
    """
    if sys.platform == "linux":
        import ctypes

        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(_ARENA_MAX, 1)
            mallopt(_MMAP_THRESHOLD, _LARGE)


def hand_back() -> None:
    """Leave the pages of libraries that were not changed to the system's cache of files.

    Much of them stays resident that ran once, at the start or for one question. Who needs a page
    again gets it out of that cache, or from the disk if memory was short. Takes some
    3 ms, the first time 15; may be called in any thread. Only Linux needs it.
    https://man7.org/linux/man-pages/man2/madvise.2.html
    """
    if sys.platform != "linux":
        return
    import ctypes

    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    # Of all that is mapped only libraries, which are not unloaded: where another file was, what is
    # written meanwhile would be gone.
    mapped = Path("/proc/self/maps").read_text(errors="replace")
    for start, length in _unchanged(tuple(found[0] for found in _LIBRARIES.finditer(mapped))):
        madvise(start, length, _DONT_NEED)


@lru_cache(maxsize=1)
def _unchanged(libraries: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return start and length of the mappings of these lines in which nothing was written.

    A page that was written to, as those with addresses are while a library is loaded, is in no
    file: a mapping that has one stays as it is, and so does one that has not been there before.
    """
    known = frozenset(libraries)
    pages = _UNCHANGED.finditer(Path("/proc/self/smaps").read_text(errors="replace"))
    places = ((int(f[1], 16), int(f[2], 16)) for f in pages if f[0].partition("\n")[0] in known)
    return [(start, end - start) for start, end in places]


def settle() -> None:
    """Collect garbage from now on, without what was made until now.

    Modules and what belongs to them live as long as the program. To look through them again and
    again, which the window waits for, took up to a third of a second on a busy machine.
    """
    gc.freeze()
    gc.enable()


def settle_server() -> None:
    """As `settle`, and collect less often: once a server stands, with all that it imported.

    Some hundred requests under way hold thousands of objects, none of them garbage, which would be
    looked through for each seven hundred that come: a sixth of the time that a request takes.
    """
    gc.set_threshold(_OBJECTS_OF_REQUESTS)
    settle()
