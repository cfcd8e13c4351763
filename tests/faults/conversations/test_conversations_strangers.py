"""Tenants that use the same ids in every way there is (F16), and bodies that are odd (F17)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.conversations.service.queues.memory_queues import MemoryQueues
from app.conversations.service.queues.redis_queues import RedisQueues
from tests.faults.conversations.strangers import Strangers, everything
from tests.faults.scales import Scale
from tests.live.conftest import new_database, postgres_url  # noqa: F401
from tests.live.servers import Redis
from tests.unit.app.conversations.conversation_service import serving
from tests.unit.app.conversations.service.rest_strangers import send_odd_bodies

pytestmark = pytest.mark.anyio


@pytest.mark.logs_warnings
async def test_f16_no_tenant_sees_anything_of_another(tmp_path: Path, scale: Scale) -> None:
    async with everything(tmp_path / "service.db", MemoryQueues()) as service:
        strangers = Strangers(service, seed=1600)
        await strangers.run(scale(600, 20_000))
        await strangers.settled()


@pytest.mark.logs_warnings
async def test_f16_no_tenant_sees_anything_of_another_on_postgresql_and_redis(
    new_database: Callable[[], str],  # noqa: F811
    redis: Redis,
    scale: Scale,
) -> None:
    async with everything(new_database(), RedisQueues(redis.url)) as service:
        strangers = Strangers(service, seed=1601)
        await strangers.run(scale(300, 20_000))
        await strangers.settled()


async def test_f17_no_body_breaks_the_service(tmp_path: Path, scale: Scale) -> None:
    async with serving(tmp_path) as service:
        seen = await send_odd_bodies(service.client, scale(300, 50_000), seed=1700)
        assert seen.get(422, 0) > 0
        assert (await service.client.get("/ready")).status_code == 200
