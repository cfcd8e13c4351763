"""The agent's end of A2A over Kafka: one replica of each agent, in a consumer group."""

import asyncio
import logging
import time
from dataclasses import replace
from typing import Any

from a2a.types import AgentCard
from a2a.utils.errors import InvalidRequestError
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.errors import IllegalStateError, KafkaError
from aiokafka.structs import OffsetAndMetadata

from app.system.json_log import traced
from transport.kafka import topics
from transport.kafka.cards import announce, card_over_kafka
from transport.kafka.errors import ClusterRefusal
from transport.kafka.metrics import ServerCounters, watch
from transport.kafka.names import (
    WAITING,
    KafkaAddress,
    ReplyTopics,
    control_topic,
    group_of,
    replies_topic,
    requests_topic,
)
from transport.kafka.options import KafkaOptions, Times
from transport.kafka.records import Request, Unreadable, read_request
from transport.kafka.server.attempts import ATTEMPTS, Attempts
from transport.kafka.server.consumer_group import Moves, TakenUp, behind, group_consumer, taken_up
from transport.kafka.server.dead_letters import asked_by, keep_aside
from transport.kafka.server.hosted_agent import HostedAgent, Users
from transport.kafka.server.outbox import Outbox
from transport.kafka.server.replica import Replica, Took
from transport.kafka.workarounds import (
    at_end,
    beating_again,
    calm_logs,
    canceled,
    kept_going,
    started,
    stopped,
)
from transport.protocol.agent_errors import REASON
from transport.server.dispatch import ReachedHere

CONCURRENCY = 1000
_POLL_MS = 200
_POSITION_SECONDS = 0.2

log = logging.getLogger(__name__)


class KafkaServer:
    """Serves one agent on a cluster; owns its producer, its two readers and its replica.

    Nothing is ever written to a topic that `reply_topics` does not allow. `concurrency` is how many
    turns may be under way; above it the requests topic is left alone, while tasks can still be
    asked for and canceled.
    """

    def __init__(
        self,
        agent: HostedAgent,
        card: AgentCard,
        options: KafkaOptions,
        *,
        times: Times | None = None,
        concurrency: int = CONCURRENCY,
        instance: str = "",
        users: Users | None = None,
        reply_topics: ReplyTopics | None = None,
        attempts: int = ATTEMPTS,
        took: Took = lambda seconds, agent: None,
    ) -> None:
        """Make it; `instance` names this replica for ever, so that a restart moves nothing.

        A request that was begun `attempts` times, and whose replica ended each time, is set aside;
        0 is never. `took` hears how long each turn took.
        """
        self._agent = agent
        self._options = options
        self._standing = ClusterRefusal(options, group=group_of(agent.name))
        self._times = times or Times()
        self._concurrency = concurrency
        self._instance = instance
        self._users = users
        self._reply_topics = reply_topics or ReplyTopics()
        self.card = self._told(card)
        self.counters = ServerCounters()
        self._requests = requests_topic(agent.name)
        watch(
            self.counters,
            destination=self._requests,
            client=instance,
            group=group_of(agent.name),
            lag=self.lag,
        )
        self._tasks: list[asyncio.Task[None]] = []
        self._loading: set[asyncio.Task[None]] = set()
        self._taken_up: dict[TopicPartition, TakenUp] = {}
        self._closing = False
        self._committing = asyncio.Lock()
        self._took = took
        self._attempts = Attempts(self._commit, most=attempts)
        self._taking = True
        self._producer: AIOKafkaProducer | None = None
        self._turns: AIOKafkaConsumer | None = None
        self._control: AIOKafkaConsumer | None = None
        self._outbox: Outbox | None = None
        self._replica: Replica | None = None

    def _told(self, card: AgentCard) -> AgentCard:
        address = KafkaAddress(self._options.bootstrap, self._agent.name)
        return card_over_kafka(card, address, tokens=self._users is not None)

    async def start(self) -> None:
        """Connect, announce the card, take up requests; raises `KafkaError`."""
        calm_logs()
        try:
            wanted = topics.agent_topics(self._agent.name)
            if self._reply_topics.default:
                wanted = [*wanted, topics.reply_topic(self._reply_topics.default)]
            await topics.ensure(self._options, wanted)
            producer = self._producer = AIOKafkaProducer(**self._options.producer())
            await started(producer)
            outbox = self._outbox = Outbox(
                producer, max_bytes=self._options.max_record_bytes, counters=self.counters
            )
            replica = self._replica = Replica(
                self._agent,
                ReachedHere(self._agent.handler, self._told),
                outbox,
                times=self._times,
                counters=self.counters,
                users=self._users,
                attempts=self._attempts,
                set_aside=self._set_aside,
                took=self._took,
            )
            control = self._control = AIOKafkaConsumer(
                auto_offset_reset="latest", **self._options.consumer()
            )
            await started(control)
            await at_end(control, [TopicPartition(control_topic(self._agent.name), 0)])
            turns = self._turns = group_consumer(
                self._options, self._agent.name, instance=self._instance
            )
            replica.partitions = len(await producer.partitions_for(self._requests))
            turns.subscribe([self._requests], listener=Moves(turns, replica, self._came))
            await started(turns)
            await announce(producer, self._agent.name, self.card)
        except BaseException:
            await self.aclose()
            raise
        self._go("turns", kept_going(self._requests, self._read_turns, self._failed))
        self._go("control", kept_going("control", self._read_control, self._failed))
        self._go("commits", self._commit_now_and_then())
        self._go("beats", self._beat())
        self._go("lag", self._look_at_ends())

    @property
    def name(self) -> str:
        """The agent's name."""
        return self._agent.name

    @property
    def owned(self) -> frozenset[int]:
        """The partitions whose turns come here."""
        return self._replica.owned if self._replica is not None else frozenset()

    @property
    def busy(self) -> int:
        """How many turns are under way."""
        return self._replica.busy if self._replica is not None else 0

    def lag(self) -> dict[int, int]:
        """Return how many records of each partition that comes here are not answered yet.

        It is reckoned from what is known here, without asking the brokers.
        """
        turns, replica = self._turns, self._replica
        if turns is None or replica is None:
            return {}
        found = {}
        for one in turns.assignment():
            taken = self._taken_up.get(one, TakenUp())
            standing = replica.offsets.standing(one)
            records = behind(taken, standing=standing, highwater=turns.highwater(one))
            if records is not None:
                found[one.partition] = records
        return found

    async def check(self) -> None:
        """Raise the link's errors where no broker answers, or requests may not be read."""
        await self._standing.check(self._producer)

    async def stop_taking(self, seconds: float) -> None:
        """Take no further turns; what runs may go on for so long.

        What is not finished then is said to nobody: another replica begins it anew.
        """
        self._taking = False
        if self._replica is not None:
            await self._replica.wait_idle(seconds)

    async def aclose(self) -> None:
        """Commit what is answered, leave the group, close everything; idempotent."""
        self._taking = False
        self._closing = True
        if self._replica is not None:
            await self._replica.aclose()
        await canceled([*self._tasks, *self._loading])
        if self._tasks:
            self._tasks.clear()
            try:
                async with asyncio.timeout(self._times.stop):
                    await self._commit()
            except TimeoutError:
                log.info("The last offsets were not committed: their requests come again")
        if self._outbox is not None:
            await self._outbox.aclose()
        for client in (self._turns, self._control, self._producer):
            if client is not None:
                await stopped(client, seconds=self._times.stop)
        self._turns = self._control = self._producer = self._outbox = self._replica = None

    def _go(self, name: str, work: Any) -> None:
        self._tasks.append(asyncio.create_task(work, name=f"kafka {self._agent.name} {name}"))

    async def _read_turns(self) -> None:
        turns, replica = self._turns, self._replica
        assert turns is not None and replica is not None
        held = False
        while True:
            free = self._concurrency - replica.busy if self._taking else 0
            if free <= 0:
                # Polled all the same: a member that does not poll is thrown out of its group.
                turns.pause(*turns.assignment())
                held = True
            elif held:
                turns.resume(*turns.paused())
                held = False
            found = await turns.getmany(timeout_ms=_POLL_MS, max_records=max(1, free))
            for where, records in found.items():
                for record in records:
                    request = await self._request(record)
                    if request is not None:
                        replica.take_turn(request, where, record.offset)
                    else:
                        replica.offsets.accept(where, record.offset)
                        replica.offsets.done(where, record.offset)

    async def _read_control(self) -> None:
        control, replica = self._control, self._replica
        assert control is not None and replica is not None
        while True:
            for records in (await control.getmany(timeout_ms=1000)).values():
                for record in records:
                    request = await self._request(record)
                    if request is not None:
                        replica.take_control(request, read_to=await self._read_to(request))

    async def _read_to(self, request: Request) -> int | None:
        """Return the offset that is read next where a turn is asked about, if it is known."""
        if request.method != WAITING or request.partition is None or self._turns is None:
            return None
        where = TopicPartition(self._requests, request.partition)
        if where not in self._turns.assignment():
            return None
        try:
            async with asyncio.timeout(_POSITION_SECONDS):
                position: int = await self._turns.position(where)
                return position
        except (TimeoutError, KafkaError):
            return None  # it is just being moved

    async def _request(self, record: Any) -> Request | None:
        """Return the request of a record, if there is one to answer."""
        assert self._replica is not None
        self.counters.received += 1
        try:
            request = read_request(
                record.key,
                record.value,
                record.headers,
                reply_topic=self._reply_topics.default,
            )
        except Unreadable as error:
            await self._park(record, error)
            return None
        if not self._reply_topics.allow(request.reply_topic):
            await self._refuse_topic(record, request)
            return None
        if request.ttl_ms and _now_ms() - record.timestamp > request.ttl_ms:
            with traced(request.traceparent):
                self._refuse_late(record, request)
            return None
        return request

    def _refuse_late(self, record: Any, request: Request) -> None:
        """Refuse a request that nobody waits for any more."""
        assert self._replica is not None
        self.counters.expired += 1
        age = (_now_ms() - record.timestamp) / 1000
        late = f"The request is too old: it waited for {age:.0f} seconds."
        log.info("A request in %s is refused: %s", record.topic, late)
        told = InvalidRequestError(late, data={REASON: "request_expired"})
        self._replica.refuse(request, told)

    async def _refuse_topic(self, record: Any, request: Request) -> None:
        """Refuse a request that wants its answer where it may not be: aside, and to its client."""
        self.counters.refused_topics += 1
        why = (
            f"It wants its answer in {request.reply_topic[:100]!r}, which this agent is not allowed"
            " to write to: the settings of the agent name more ([kafka] reply_topics)."
        )
        where = TopicPartition(record.topic, record.partition)
        held = (record.key, record.value, record.headers)
        await self._keep_aside(request, held, why, where, record.offset)
        told = InvalidRequestError(why, data={REASON: "reply_topic_refused"})
        self._tell(request, told)

    async def _park(self, record: Any, error: Unreadable) -> None:
        """Put what cannot be read where people look at it, and tell whoever asked, if possible."""
        self.counters.unreadable += 1
        asked = asked_by(error.key, error.headers)
        where = TopicPartition(record.topic, record.partition)
        held = (record.key, record.value, record.headers)
        await self._keep_aside(asked, held, str(error), where, record.offset)
        told = InvalidRequestError(str(error), data={REASON: "request_unreadable"})
        self._tell(asked, told)

    def _tell(self, asked: Request, told: InvalidRequestError) -> None:
        """Tell a client that its request is refused, if it has a topic to be told on.

        That is the one that it names, or of its own name, or where those are answered who name
        none: the first that is allowed.
        """
        assert self._replica is not None
        own = replies_topic(asked.client_id) if asked.client_id else ""
        places = [(own, 0), (self._reply_topics.default, 0)]
        if asked.reply_partition >= 0:
            places.insert(0, (asked.reply_topic, asked.reply_partition))
        for topic, partition in places:
            if asked.correlation_id and topic and self._reply_topics.allow(topic):
                there = replace(asked, reply_topic=topic, reply_partition=partition)
                self._replica.refuse(there, told)
                return

    async def _set_aside(
        self, request: Request, where: TopicPartition, offset: int, why: str
    ) -> None:
        """Put a request that ended its replicas where people look at it."""
        held = (request.correlation_id.encode(), request.value(), request.headers())
        await self._keep_aside(request, held, why, where, offset)

    async def _keep_aside(
        self, request: Request, held: Any, why: str, where: TopicPartition, offset: int
    ) -> None:
        """Put a request among the dead letters; the log says which, under its own trace."""
        assert self._producer is not None
        place = {"offset": offset, "topic": where.topic, "partition": where.partition}
        words = "The request at offset %d of %s [%d] is set aside: %s"
        with traced(request.traceparent):
            log.warning(words, *place.values(), why, extra={"fields": place})
        await keep_aside(
            self._producer, self._agent.name, held, why=why, where=where, offset=offset
        )

    async def _commit_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(self._times.commit)
            await self._commit()

    async def _commit(self) -> None:
        """Commit what is answered, and how often what is not was begun."""
        async with self._committing:
            if self._replica is None or self._turns is None:
                return
            offsets, attempts = self._replica.offsets, self._attempts
            owned = self._turns.assignment()
            found = {one: offsets.standing(one) for one in attempts.changed} | offsets.committable()
            wanted = {one: upto for one, upto in found.items() if one in owned and upto is not None}
            changed = attempts.changed & wanted.keys()
            attempts.changed -= changed
            if not wanted:
                return
            try:
                await self._turns.commit(
                    {
                        one: OffsetAndMetadata(upto, attempts.metadata(one))
                        for one, upto in wanted.items()
                    }
                )
                offsets.committed(wanted)
            except (KafkaError, IllegalStateError) as error:
                attempts.changed |= changed
                log.info("Offsets were not committed and will be: %r", error)

    def _came(self, partitions: set[TopicPartition]) -> None:
        self._taken_up.clear()
        for earlier in self._loading:
            earlier.cancel()
        for one in partitions:
            self._attempts.expect(one)
        # A group may still give out partitions while it is being left.
        if partitions and not self._closing:
            loading = asyncio.create_task(self._load(partitions), name="kafka attempts")
            self._loading.add(loading)
            loading.add_done_callback(self._loading.discard)

    async def _load(self, partitions: set[TopicPartition]) -> None:
        """Learn how far turns were answered, and how often what is not was begun."""
        turns, group, close = self._turns, group_of(self._agent.name), self._times.stop
        assert turns is not None
        while True:
            try:
                found = await taken_up(turns, self._options, group, partitions, close_seconds=close)
                break
            except KafkaError as error:
                log.info("How far requests were answered is not known yet: %r", error)
            await asyncio.sleep(self._times.heartbeat)
        for one, told in found.items():
            self._taken_up[one] = told
            self._attempts.load(one, end=told.end, metadata=told.metadata)

    async def _look_at_ends(self) -> None:
        """Learn now and then where the log ends: a full replica fetches nothing that tells it."""
        assert self._turns is not None
        while True:
            await asyncio.sleep(self._times.heartbeat)
            try:
                ends = await self._turns.end_offsets(list(self._turns.assignment()))
            except KafkaError as error:
                log.debug("Where the log ends is not known: %r", error)
                continue
            for one, end in ends.items():
                if one in self._taken_up:
                    self._taken_up[one] = self._taken_up[one]._replace(end=end)

    async def _beat(self) -> None:
        assert self._replica is not None
        while True:
            await asyncio.sleep(self._times.heartbeat)
            self._replica.beat()

    def _failed(self, error: KafkaError) -> None:
        self.counters.read_failures += 1
        self._standing.failed(error)
        if self._turns is not None:
            beating_again(self._turns)


def _now_ms() -> float:
    return time.time() * 1000
