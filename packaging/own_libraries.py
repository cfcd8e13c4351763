"""Run first in a bundle: what it starts (a browser, a package manager) gets its own libraries.

The bundle's loader puts the folder of the bundle before the system's libraries, for this process
and for all that it starts. This process has read it by now, so it is put back for the others.
https://pyinstaller.org/en/stable/common-issues-and-pitfalls.html
"""

import os

for name in ("LD_LIBRARY_PATH", "LIBPATH"):
    before = os.environ.pop(f"{name}_ORIG", None)
    if before is not None:
        os.environ[name] = before
    else:
        os.environ.pop(name, None)
