"""F16 and F17 over REST at length: 20,000 operations of three tenants, 50,000 odd bodies."""

import os
from pathlib import Path

import pytest

from tests.unit.conversation_service import serving
from tests.unit.rest_strangers import Tenants, send_odd_bodies

pytestmark = [pytest.mark.anyio, pytest.mark.faults, pytest.mark.timeout(3 * 3600)]

SCALE = float(os.environ.get("FAULT_SCALE", "0.1"))


async def test_no_tenant_sees_anything_of_another(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        tenants = Tenants(service, seed=1600)
        await tenants.run(round(20_000 * SCALE))
        assert tenants.operations == round(20_000 * SCALE)


async def test_no_body_breaks_the_service(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        seen = await send_odd_bodies(service.client, round(50_000 * SCALE), seed=1700)
        assert seen.get(422, 0) > 0
        assert (await service.client.get("/ready")).status_code == 200
