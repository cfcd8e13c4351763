"""What went over a connection or through a server, counted since it began."""

from dataclasses import dataclass


@dataclass
class Counters:
    """Plain numbers: a metrics exporter reads them, tests look at them."""

    sent: int = 0
    received: int = 0
    unknown: int = 0  # replies that nobody waited for
    repeated: int = 0  # numbers that had come already, and requests that were known already
    superseded: int = 0  # replies of an attempt that another has replaced
    restarts: int = 0
    gaps: int = 0
    silences: int = 0
    resent: int = 0
    read_failures: int = 0
    answered: int = 0
    rejected: int = 0
    expired: int = 0
    unreadable: int = 0
    refused_topics: int = 0
    set_aside: int = 0  # requests that ended one replica after the other
    abandoned: int = 0  # answers given up because their partition moved away
