"""The proxy that is shipped, run by a real nginx."""

import asyncio
import os
import re
import shutil
import ssl
from pathlib import Path

from tests.live.kafka.certificates import Authority
from tests.live.servers import NoServer, Server, free_port

SHIPPED = Path(__file__).parents[2] / "packaging" / "operations" / "nginx.conf"


class Nginx(Server):
    """nginx with the shipped file: other addresses and folders, and less patience with clients."""

    def __init__(self, folder: Path, *upstreams: int, authority: Authority | None = None) -> None:
        super().__init__(folder, free_port())
        folder.mkdir(exist_ok=True)
        self._upstreams = upstreams
        self._authority = authority or Authority(folder)
        self.trust = ssl.create_default_context(cafile=self._authority.file)

    @property
    def url(self) -> str:
        """Where clients find it."""
        return f"https://localhost:{self.port}"

    def prepare(self) -> None:
        binary = shutil.which("nginx")
        if binary is None:
            raise NoServer("nginx is not installed (Debian: apt-get install nginx-light)")
        pair = self._authority.server()
        text = SHIPPED.read_text("utf-8")
        for shipped, tried in (
            (r"/tmp/", f"{self.folder}/"),
            (r"/dev/stdout", str(self.folder / "access.log")),
            (r"/etc/nginx/tls/tls\.(key|crt)", str(pair)),
            (
                r"server service:8300(.*;)",
                " ".join(rf"server 127.0.0.1:{port}\1" for port in self._upstreams),
            ),
            (r"listen 8443", f"listen 127.0.0.1:{self.port}"),
            (r"client_(header|body)_timeout \d+s", r"client_\1_timeout 3s"),
        ):
            text, found = re.subn(shipped, tried, text)
            assert found, shipped
        config = self.folder / "nginx.conf"
        config.write_text(text)
        # Of root's workers: others may not look into the folders of pytest.
        alone = "daemon off; user root;" if os.geteuid() == 0 else "daemon off;"
        self.command = [binary, "-c", str(config), "-p", str(self.folder), "-g", alone]

    async def connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a connection through TLS on which nothing has been said."""
        return await asyncio.open_connection("localhost", self.port, ssl=self.trust)
