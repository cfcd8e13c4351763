"""An open log as a dataset, which is asked as any table is."""

from agents.data.dataset import Dataset
from agents.logs.lines.model import model_of
from agents.logs.lines.table import LogTable


class LogDataset(Dataset):
    """The lines of a log with their model. Whoever opened the log closes it."""

    def __init__(self, table: LogTable) -> None:
        """Look at the columns; blocks."""
        super().__init__(table.engine, model_of(table), table.engine.source)

    async def drift(self) -> str | None:
        """Return None: what became of the file is told with what else there is to say of a log."""
        return None
