"""A table that stays on its server: opened by its address, asked in place."""

from pathlib import Path

from agents.answering.source import Source
from agents.answering.text.language import Language
from agents.data.compute.engines.servers import ServerEngine, place_of
from agents.data.dataset.opening import Dataset
from agents.data.model.profile import ColumnProfile, ProfileSource, TableProfileValue
from agents.data.model.schema import TableModel


class ServerDataset(Dataset):
    """A table on a server. What it holds is told as far as the server's own catalogue says it."""

    def __init__(self, engine: ServerEngine, model: TableModel, source: Source) -> None:
        super().__init__(engine, model, source)

    def profile(self, table: str = "", *, language: Language = "en") -> TableProfileValue:
        """Return what the catalogue says of a table; raises KeyError."""
        known = self.model.table(table)
        columns = tuple(
            ColumnProfile(
                name=one.name, label=one.label_in(language), kind=one.kind, unit=one.unit,
                grain=one.grain, distinct=one.distinct, empty=one.empty, min=one.low, max=one.high,
                examples=one.values[:5],
            )
            for one in known.columns
        )  # fmt: skip
        return TableProfileValue(
            table=known.name,
            source=ProfileSource(file=self.source.name, sha256=""),
            rows=known.rows,
            columns=columns,
            head=(),
        )

    async def drift(self) -> str | None:
        """Return None: each query reads the table as it is then."""
        return None


def _kept(account: str) -> str | None:
    """Return what the keyring has under the address of a server; it may ask the person."""
    from app.profile.secrets import system_secrets

    return system_secrets().get(account)


def open_on_server(address: str) -> ServerDataset:
    """Open a table by its address; blocks. Passwords are the environment's or the keyring's.

    Raises `DataUnreachable`, `BadInput` for an address that cannot be used, and `BadFile` where
    there is no such table.
    """
    engine: ServerEngine
    if address.startswith("sc:"):
        from agents.data.compute.engines.spark import open_spark

        engine, model = open_spark(address, _kept)
    else:
        from agents.data.compute.engines.postgresql import open_postgresql

        engine, model = open_postgresql(address, _kept)
    place = place_of(address)
    table = model.table()
    source = Source(
        path=Path(address), sha256="", rows=table.rows, size=0, modified_ns=0,
        relation=place.table,
    )  # fmt: skip
    return ServerDataset(engine, model, source)
