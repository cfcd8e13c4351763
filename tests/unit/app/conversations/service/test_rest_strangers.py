"""F16 and F17 in their quick forms, over REST: no leak between tenants, no body that breaks it."""

from pathlib import Path

import pytest

from tests.unit.app.conversations.conversation_service import serving
from tests.unit.app.conversations.service.rest_strangers import Tenants, send_odd_bodies

pytestmark = pytest.mark.anyio


async def test_no_tenant_sees_anything_of_another(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        await Tenants(service, seed=16).run(250)


async def test_no_body_breaks_the_service(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        seen = await send_odd_bodies(service.client, 300, seed=17)
        assert seen.get(422, 0) > 20
        assert (await service.client.get("/ready")).status_code == 200
