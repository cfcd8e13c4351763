"""Fail where a folder of modules is too full, or where modules import one another in a circle.

What the layers of `pyproject.toml` cannot say: import-linter sees no circle inside a layer. Imports
inside functions and those for types alone count, for a reader has to follow them all the same.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

ROOTS = ("app", "gui", "transport", "agents")
WORKSHOP = ("tests", "benchmarks", "scripts")
MOST_MODULES = 20

REPOSITORY = Path(__file__).parents[1]


def main() -> int:
    """Print what does not hold; return 1 if anything does not."""
    sys.path.insert(0, str(REPOSITORY))
    graph = grimp.build_graph(*ROOTS, cache_dir=None)
    imports = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    faults = [*_crowded(), *_circles(imports)]
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def _crowded() -> Iterator[str]:
    """Tell the folders that hold too many modules."""
    modules = (path for root in (*ROOTS, *WORKSHOP) for path in (REPOSITORY / root).rglob("*.py"))
    held = Counter(path.parent for path in modules if path.name != "__init__.py")
    for folder, count in sorted(held.items()):
        if count > MOST_MODULES:
            name = folder.relative_to(REPOSITORY)
            yield f"{name} holds {count} modules, more than {MOST_MODULES}: part it"


def _circles(imports: Mapping[str, Set[str]]) -> Iterator[str]:
    """Tell one circle of modules that import one another, if there is any."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        yield f"a circle: {' imported by '.join(error.args[1])}"


if __name__ == "__main__":
    sys.exit(main())
