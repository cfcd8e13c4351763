"""Text files that are not UTF-8: CP949 and CP1252 are told apart by their bytes."""

from pathlib import Path

import pytest

from agents.data.dataset import open_dataset
from agents.data.tables.readers.encodings import TextEncoding, encoding_of
from app.errors import BadFile

SPANISH = "equipo1;equipo2;ganador\nPeñarol;Ávila;1\nÁvila;León;2\nLeón;Peñarol;1\n"
KOREAN = "팀1,팀2,승자\n한라,백두,1\n백두,설악,2\n설악,한라,1\n"
MIXED = "p1_name,p2_name,winner\nZoë,O’Brien,1\nO’Brien,Zoë,2\nŠime,Zoë,1\n"


@pytest.mark.parametrize(
    ("text", "codec", "told"),
    [
        (SPANISH, "utf-8", "UTF-8"), (SPANISH, "utf-8-sig", "UTF-8"), (SPANISH, "cp1252", "CP1252"),
        (SPANISH, "latin-1", "CP1252"), (KOREAN, "cp949", "CP949"), (KOREAN, "utf-16", "UTF-16"),
        (MIXED, "cp1252", "CP1252"), ("a,b\nÁvila,Á\nÁv,Á\n", "cp1252", "CP1252"),
    ],
)  # fmt: skip
def test_an_encoding_is_told_by_its_bytes(
    tmp_path: Path, text: str, codec: str, told: TextEncoding
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode(codec))
    assert encoding_of(path) == told


@pytest.mark.parametrize(
    ("text", "codec", "name"),
    [(SPANISH, "cp1252", "Peñarol"), (KOREAN, "utf-16", "한라"), (KOREAN, "cp949", "백두")],
)
def test_a_table_in_another_encoding_is_read(
    tmp_path: Path, text: str, codec: str, name: str
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode(codec))
    dataset = open_dataset(path)
    with dataset.engine.connection as cursor:
        table = dataset.model.table().name
        cells = {cell for row in cursor.execute(f'FROM "{table}"').fetchall() for cell in row}
    dataset.close()
    assert name in cells


def test_lines_in_utf_8_among_others_are_read_as_what_they_are(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    lines = ["city,n", *(f"Ávila {n},{n}" for n in range(9))]
    coded = [line.encode("utf-8" if n % 2 else "cp1252") for n, line in enumerate(lines)]
    path.write_bytes(b"\r\n".join(coded))
    dataset = open_dataset(path)
    assert {*dataset.model.table().column("city").values} == {f"Ávila {n}" for n in range(9)}
    dataset.close()


def test_bytes_in_no_encoding_are_no_table(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"a,b\n\x81\x8d,\x9d\n")
    with pytest.raises(BadFile) as caught:
        open_dataset(path)
    assert caught.value.reason == "file_not_a_table"
