"""An open table, or several, with the model of what its columns are."""

from agents.data.dataset.opening import Dataset, open_dataset

__all__ = ["Dataset", "open_dataset"]
