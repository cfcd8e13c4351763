"""What the program costs, as ratios measured in one run; nothing here fails on a time."""

import app  # noqa: F401  (before the SDK: it says how the SDK is set up)
