"""A company's sign-in as a server of its own: it publishes its keys, and signs with the newest."""

import base64
import hashlib
import hmac
import json
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa


class IdentityProvider:
    """Owns the server. `keys` are those that it publishes, by their ids.

    `asked` counts how often it was asked for them. While `answers` is not set, it takes requests
    and answers none.
    """

    def __init__(self, audience: str) -> None:
        self._audience = audience
        self.keys: dict[str, rsa.RSAPrivateKey] = {}
        self.asked = 0
        self.answers = threading.Event()
        self.answers.set()
        self._signing = ""
        self.rotate("one")
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                told = {
                    "/.well-known/openid-configuration": provider._about,
                    "/keys": provider._set,
                }
                provider.answers.wait()
                body = json.dumps(told[self.path]()).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                with suppress(ConnectionError):  # who asked may have gone
                    self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._serving = threading.Thread(target=self._server.serve_forever, name="sign-in")
        self.issuer = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._serving.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.answers.set()
        self._server.shutdown()
        self._serving.join()
        self._server.server_close()

    def rotate(self, kid: str) -> None:
        """Sign with a new key from now on, and publish no other."""
        self.keys = {kid: rsa.generate_private_key(public_exponent=65537, key_size=2048)}
        self._signing = kid

    def token(self, user: str, *groups: str, **claims: Any) -> str:
        """Return a token of somebody in these groups."""
        said, head = self._said(user, groups, claims), {"kid": self._signing}
        return jwt.encode(said, self.keys[self._signing], algorithm="RS256", headers=head)

    def unsigned(self, user: str, *groups: str) -> str:
        """Return a token that claims to need no signature."""
        said, head = self._said(user, groups, {}), {"kid": self._signing}
        return jwt.encode(said, None, algorithm="none", headers=head)

    def confused(self, user: str, *groups: str) -> str:
        """Return a token signed with the public key, as if that were a shared secret."""
        public = self.keys[self._signing].public_key()
        secret = public.public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        head = {"alg": "HS256", "typ": "JWT", "kid": self._signing}
        signed = b".".join(_piece(json.dumps(one)) for one in (head, self._said(user, groups, {})))
        mark = hmac.new(secret, signed, hashlib.sha256).digest()
        return b".".join((signed, _piece(mark))).decode()

    def _said(self, user: str, groups: tuple[str, ...], claims: dict[str, Any]) -> dict[str, Any]:
        now = int(time.time())
        return {
            "iss": self.issuer,
            "aud": self._audience,
            "sub": user,
            "groups": list(groups),
            "iat": now,
            "exp": now + 3600,
            **claims,
        }

    def _about(self) -> dict[str, Any]:
        return {"issuer": self.issuer, "jwks_uri": f"{self.issuer}/keys"}

    def _set(self) -> dict[str, Any]:
        self.asked += 1
        return {
            "keys": [
                {
                    **jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True),
                    "kid": kid,
                    "use": "sig",
                }
                for kid, key in self.keys.items()
            ]
        }


def _piece(value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return base64.urlsafe_b64encode(data).rstrip(b"=")
