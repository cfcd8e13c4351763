"""How much one conversation service takes over PostgreSQL, each in a process of its own.

    python -m benchmarks.capacity [posts] [queues] [desks]

`python -m benchmarks.capacity.posts --help`, and so on, tell what each can be given.
"""

import argparse
import subprocess
import sys

NAMES = ("posts", "queues", "desks")


def main() -> int:
    """Run those that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    names = parser.parse_args().names or NAMES
    if unknown := sorted({*names} - {*NAMES}):
        parser.error(f"no such part: {', '.join(unknown)}")
    worst = 0
    for name in names:
        print(f"-- {name}", flush=True)
        command = [sys.executable, "-m", f"benchmarks.capacity.{name}"]
        worst = max(worst, abs(subprocess.run(command, check=False).returncode))
    return worst


if __name__ == "__main__":
    sys.exit(main())
