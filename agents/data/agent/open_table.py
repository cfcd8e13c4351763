"""A table file, open: what any table can be asked, and its matches where it holds some."""

from pathlib import Path
from typing import NamedTuple

from agents.data.dataset import Dataset, open_dataset
from agents.data.match.compute.analysis import Analyst
from agents.data.tables.opening import Loading

MATCH = "match"


class OpenTable(NamedTuple):
    """Owns an open table until `close`; `matches` is None where its rows are no matches."""

    dataset: Dataset
    matches: Analyst | None

    @classmethod
    def open(
        cls, path: Path, *, model_folder: Path | None = None, loading: Loading | None = None
    ) -> "OpenTable":
        """Read a file; blocks. Raises `BadFile`, and `LoadingStopped` after `loading.stop()`."""
        dataset = open_dataset(path, model_folder=model_folder, loading=loading)
        if dataset.model.table().pack != MATCH:
            return cls(dataset, None)
        try:
            matches = Analyst.open(path, model_folder=model_folder, loading=loading)
        except BaseException:
            dataset.close()
            raise
        if matches.question is not None:  # nothing is asked on opening
            matches.close()
            return cls(dataset, None)
        return cls(dataset, matches)

    def close(self) -> None:
        """Free the tables; idempotent."""
        self.dataset.close()
        if self.matches is not None:
            self.matches.close()
