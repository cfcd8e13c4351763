"""What the person gave for this run goes with every request to their agent, on every wire.

It takes the place of what a keyring has: where there is none, as in a container or in CI, an agent
that wants a key is used so.
"""

from collections.abc import Generator, Mapping

import httpx
from a2a.types import AgentCard as WireCard

from app.domain.cards import Access
from app.errors import BadInput
from transport.auth.credentials import origin

_AUTHORIZATION = "Authorization"


def given_headers(access: Access, card: WireCard) -> Mapping[str, str]:
    """Return what goes with a request as its headers, on any wire; see `GivenAuth` for the rest.

    Raises `BadInput` for an API key where the card does not say how it is sent.
    """
    headers = dict(access.headers)
    if access.bearer:
        headers[_AUTHORIZATION] = f"Bearer {access.bearer}"
    if access.api_key:
        name, location = _place_of_key(card)
        if location == "header":
            headers[name] = access.api_key
        elif location == "cookie":
            headers["Cookie"] = f"{name}={access.api_key}"
    return headers


class GivenAuth(httpx.Auth):
    """Lets requests in at the address of the agent, and at those that its card names.

    What is given was given for that agent, so it goes there whatever carries it; nowhere else.
    """

    def __init__(self, access: Access, address: str, card: WireCard | None = None) -> None:
        """Without a card, which has to be fetched first, no API key is sent."""
        self._access = access
        self._origins = {origin(address)}
        self._key: tuple[str, str] | None = None
        if card is None:
            self._headers = given_headers(access._replace(api_key=""), WireCard())
        else:
            self._headers = given_headers(access, card)
            self._origins |= {origin(one.url) for one in card.supported_interfaces}
            if access.api_key and _place_of_key(card)[1] == "query":
                self._key = _place_of_key(card)[0], access.api_key

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """Send the request with what was given."""
        if origin(str(request.url)) in self._origins:
            request.headers.update(self._headers)
            if self._key is not None:
                request.url = request.url.copy_set_param(*self._key)
        yield request


def _place_of_key(card: WireCard) -> tuple[str, str]:
    """Return the name and the location of the API key that a card asks for."""
    for name in sorted(card.security_schemes):
        scheme = card.security_schemes[name]
        if scheme.HasField("api_key_security_scheme"):
            key = scheme.api_key_security_scheme
            return key.name, key.location.lower()
    raise BadInput(
        f"The card of {card.name} does not say how an API key is sent: name the header,"
        " --header 'X-API-Key: …'.",
        key="no_scheme",
    )
