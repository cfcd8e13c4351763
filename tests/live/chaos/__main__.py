"""Everything that a deployment stands on is killed, again and again, while it is used.

    python -m tests.live.chaos [--minutes 30] [--rate 10] [--every 10]

Three replicas of the conversation service over one PostgreSQL and one Redis, behind the shipped
proxy; two replicas of an agent over three Kafka brokers, with their tasks in that PostgreSQL; two
gateways to it, behind a proxy of their own; two desks of one person, of which one asks the agent
over Kafka and one through a gateway, and which are kept in step by the service; and clients that
write to the service through the proxy and over queues, at a rate. Every so often one of them,
chosen by chance, is killed and started again; a majority of the brokers stays, and one replica of
everything else that has several. The table comes whatever happens. It ends with 1 where something
acknowledged is lost, doubled or out of order, a question has no whole answer, or a part was ready
later than 15 seconds after its start, or after what it stands on.
"""

import argparse
import asyncio
import logging
import random
import sys
import tempfile
from pathlib import Path

from benchmarks.__main__ import machine
from tests.live.chaos.parts import Deployment
from tests.live.chaos.system import run
from tests.live.chaos.tally import Tally


def main() -> int:
    """Run for as long as is said, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--minutes", type=float, default=30.0)
    add("--rate", type=float, default=10.0, help="messages a second from the clients")
    add("--every", type=float, default=10.0, help="seconds between two kills")
    add("--replicas", type=int, default=3, help="of the service")
    add("--agents", type=int, default=2, help="replicas of the agent")
    add("--gateways", type=int, default=2, help="to the agent, behind a proxy")
    add("--brokers", type=int, default=3)
    add("--seed", type=int, help="which part is killed when")
    add("--keep", type=Path, metavar="DIR", help="leave logs and profiles there")
    given = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    logging.getLogger("tests.live.chaos").setLevel(logging.INFO)
    tally = Tally(random.randrange(10**6) if given.seed is None else given.seed)
    try:
        with (
            tempfile.TemporaryDirectory() as name,
            Deployment(
                given.keep or Path(name),
                replicas=given.replicas,
                agents=given.agents,
                gateways=given.gateways,
                brokers=given.brokers,
                desks=2,
                every=4.0,
            ) as deployment,
        ):
            seconds = given.minutes * 60
            asyncio.run(run(deployment, tally, seconds=seconds, rate=given.rate, every=given.every))
    finally:
        sys.stdout.write(f"{machine()}\n{tally.table()}\n")
    return int(not tally.good)


if __name__ == "__main__":
    sys.exit(main())
