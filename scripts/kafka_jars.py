"""Apache Kafka for the live tests: its Maven artifacts, fetched once into a cache outside the tree.

Prints the folder with the jars. Needs Java 17 and Maven; nothing else of Kafka has to be installed.
`BALANCE_DESK_KAFKA_JARS` names a folder that has them already.
"""

import fcntl
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

VERSION = "4.1.1"
# Kafka's artifact brings no logging backend; without one a broker that fails says nothing.
ARTIFACTS = ("org.apache.kafka:kafka_2.13:" + VERSION, "org.slf4j:slf4j-simple:1.7.36")
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies"

_DEPENDENCY = (
    "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>"
)
_POM = """<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.balance-desk</groupId><artifactId>kafka-for-tests</artifactId>
  <version>1</version><packaging>pom</packaging>
  <dependencies>{}</dependencies>
</project>
"""


class NoKafka(Exception):
    """There is none, and none can be had; the message says what is missing."""


def jars() -> Path:
    """Return the folder with Kafka's jars, fetching them on first use; raises `NoKafka`."""
    if given := os.environ.get("BALANCE_DESK_KAFKA_JARS"):
        return Path(given)
    if shutil.which("java") is None:
        raise NoKafka("Java is not installed (Debian: apt-get install openjdk-17-jre-headless)")
    home = Path(pwd.getpwuid(os.getuid()).pw_dir)  # not $HOME, which tests point elsewhere
    kept = home / ".cache" / "balance-desk" / "kafka" / VERSION
    kept.parent.mkdir(parents=True, exist_ok=True)
    # One of those who want them fetches; Maven's repository is not made for several at a time.
    with (kept.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (kept / f"kafka_2.13-{VERSION}.jar").is_file():
            _fetch(kept, home)
    return kept


def _fetch(kept: Path, home: Path) -> None:
    if shutil.which("mvn") is None:
        raise NoKafka("Maven is not installed (Debian: apt-get install maven)")
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        pom = Path(folder) / "pom.xml"
        wanted = "".join(_DEPENDENCY.format(*one.split(":")) for one in ARTIFACTS)
        pom.write_text(_POM.format(wanted))
        found = Path(folder) / "jars"
        command = ["mvn", "-q", "-B", "-f", str(pom), COPY, "-DincludeScope=runtime"]
        done = subprocess.run(
            [*command, f"-DoutputDirectory={found}"],
            capture_output=True,
            text=True,
            env={**os.environ, "HOME": str(home)},
        )
        if done.returncode:
            raise NoKafka(f"Maven could not fetch Kafka: {done.stdout.strip()[-300:]}")
        found.rename(kept)


if __name__ == "__main__":
    try:
        print(jars())
    except NoKafka as reason:
        sys.exit(str(reason))
