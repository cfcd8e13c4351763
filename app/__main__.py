"""`python -m app` is `balance-desk`; a bundle runs the modules of its own processes here too."""

import runpy
import sys

from app.cli import run

if __name__ == "__main__":
    if sys.argv[1:2] == ["--module"] and sys.argv[2].startswith(("agents.", "app.system.")):
        sys.argv = sys.argv[2:]
        runpy.run_module(sys.argv[0], run_name="__main__")
    run()
