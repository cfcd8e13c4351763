"""The model of a table is kept beside the profile, where a person can read and edit it."""

from collections.abc import Mapping
from pathlib import Path

from agents.answering.source import Source
from agents.data.match.draft.draft import draft, with_samples
from agents.data.match.model.look import Look
from agents.data.match.model.semantic_model import SemanticModel, from_yaml, to_yaml
from agents.data.tables.profile import TableProfile
from app.errors import BadFile
from app.system.files import write_whole


class ModelFile:
    """Owns the file with one table's model; without a folder nothing is kept.

    `drafted` says that the model was made up now, and nobody has seen it yet.
    """

    def __init__(self, source: Source, folder: Path | None) -> None:
        self._source = source
        name = f"{source.path.stem}-{source.sha256[:12]}.yaml"
        self._path = None if folder is None else folder / name
        self.drafted = False

    @property
    def shown(self) -> str:
        """Where in the profile the model is kept, "" if it is not."""
        kept = self._path is not None and self._path.is_file()
        return f"{self._path.parent.name}/{self._path.name}" if self._path and kept else ""

    def read(self, table: TableProfile, look: Look, said: Mapping[str, str]) -> SemanticModel:
        """Return the kept model, or draft one and keep it.

        Raises `ShapeQuestion` if a draft leaves something open, and `BadFile`.
        """
        if self._path is not None and self._path.is_file():
            model = from_yaml(self._path)
            self._refuse_missing(model, table)
            return with_samples(model, table)
        model = draft(table, self._source.name, look, said)
        if self._path is not None:
            try:
                write_whole(self._path, to_yaml(model).encode())
                self.drafted = True
            except OSError:
                pass  # The model is used from memory; the profile reports its own trouble.
        return with_samples(model, table)

    def _refuse_missing(self, model: SemanticModel, table: TableProfile) -> None:
        missing = set(model.columns) - {column.name for column in table.columns}
        if missing:
            raise BadFile(
                f"The model file {self._path} names columns that {self._source.name} does not "
                f"have: {', '.join(sorted(missing))}.",
                key="bad_model",
                file=str(self._path),
                cause=", ".join(sorted(missing)),
            )
