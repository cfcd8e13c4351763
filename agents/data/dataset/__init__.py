"""An open table, or several, with the model of what its columns are."""

from pathlib import Path

from agents.answering.source import LARGE
from agents.data.dataset.opening import Dataset, open_file
from agents.data.tables.opening import Loading
from app.system.data_servers import data_server

__all__ = ["Dataset", "open_dataset"]


def open_dataset(
    spec: Path | str,
    *,
    model_folder: Path | None = None,
    loading: Loading | None = None,
    large: int = LARGE,
) -> Dataset:
    """Open a file (`open_file`), or a table on a server by its address (`open_on_server`)."""
    address = data_server(spec)
    if address is None:
        return open_file(spec, model_folder=model_folder, loading=loading, large=large)
    from agents.data.dataset.on_server import open_on_server

    return open_on_server(address, model_folder=model_folder)
