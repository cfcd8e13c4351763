"""Balance Desk: the centre of the program and its composition root."""

import os

# The A2A SDK traces every call, which takes a third of its time, for whoever has set up tracing.
os.environ.setdefault("OTEL_INSTRUMENTATION_A2A_SDK_ENABLED", "false")
