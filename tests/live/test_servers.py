"""The servers that live tests stand on start, answer, survive a crash and stop."""

from collections.abc import Callable

import psycopg
import pytest
import redis

pytestmark = pytest.mark.live


def test_a_redis_answers(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.ping()


def test_each_database_is_empty_and_its_own(new_database: Callable[[], str]) -> None:
    first, second = new_database(), new_database()
    with psycopg.connect(first, autocommit=True) as one, psycopg.connect(second) as other:
        one.execute("CREATE TABLE only_here (n int)")
        assert other.execute("SELECT to_regclass('only_here')").fetchone() == (None,)
