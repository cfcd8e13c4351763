"""Models are exchanged with other programs, and what they say of a table holds from then on."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from agents.data.dataset import open_dataset
from agents.data.model.dbt import dbt_of
from agents.data.model.files import keep, read_model
from agents.data.model.osi import to_osi, with_osi
from agents.data.model.schema import TableModel
from agents.data.query.metrics import resolved_metric
from agents.data.query.query import Measure, Test
from app.errors import BadFile

ORDERS = "id,colour,price,sold,day\n1,red,2.5,4,2024-01-02\n2,blue,3.5,1,2024-01-03\n"
DBT = {
    "semantic_models": [{
        "name": "orders", "model": "ref('orders')",
        "entities": [{"name": "order", "type": "primary", "expr": "id"}],
        "dimensions": [{"name": "colour", "type": "categorical", "label": "Paint"}],
        "measures": [{"name": "revenue", "agg": "sum", "expr": "price * sold"},
                     {"name": "orders", "agg": "count", "expr": "id"}],
    }],
    "metrics": [
        {"name": "per_order", "type": "derived", "type_params": {
            "expr": "turnover / n",
            "metrics": ["turnover", {"name": "order_count", "alias": "n"}]}},
        {"name": "turnover", "type": "simple", "type_params": {"measure": "revenue"}},
        {"name": "order_count", "type": "simple", "type_params": {"measure": "orders"}},
        {"name": "red", "type": "simple", "type_params": {"measure": "revenue"},
         "filter": "{{ Dimension('order__colour') }} = 'red'"},
        {"name": "red_share", "type": "ratio",
         "type_params": {"numerator": "red", "denominator": "turnover"}},
    ],
}  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "orders.csv"
    path.write_text(ORDERS)
    return path


def drafted(path: Path, folder: Path | None = None) -> TableModel:
    dataset = open_dataset(path, model_folder=folder)
    dataset.close()
    return dataset.model


def written(folder: Path, document: object) -> Path:
    path = folder / "model.yaml"
    path.write_text(yaml.safe_dump(document))
    return path


def test_a_model_written_and_read_is_the_same(data: Path) -> None:
    model = drafted(data)
    assert with_osi(model, to_osi(model, "orders"), "x.yaml") == model


def test_metrics_of_dbt_become_expressions_of_columns(data: Path, tmp_path: Path) -> None:
    model = read_model(drafted(data), written(tmp_path, DBT))
    dataset = open_dataset(data)
    with dataset.engine.connection as connection:
        figures = {
            metric.name: connection.execute(f"SELECT {metric.expression} FROM orders").fetchall()
            for metric in model.metrics
        }
    dataset.close()
    assert {name: rows[0][0] for name, rows in figures.items()} == {
        "turnover": 13.5, "order_count": 2, "red": 10, "red_share": pytest.approx(10 / 13.5),
        "per_order": 6.75,
    }  # fmt: skip
    assert model.table().column("colour").label_in("en") == "Paint"


def test_what_was_kept_holds_when_the_file_is_opened_again(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    keep(read_model(drafted(data), written(tmp_path, DBT)), folder, data)
    data.write_text(ORDERS + "3,red,1,1,2024-02-01\n")
    assert [metric.name for metric in drafted(data, folder).metrics] == [
        "turnover", "order_count", "red", "red_share", "per_order",
    ]  # fmt: skip


def test_a_model_of_dbt_is_written_and_read_again(data: Path, tmp_path: Path) -> None:
    model = read_model(drafted(data), written(tmp_path, DBT))
    document, left = dbt_of(model)
    assert left == ["red", "red_share", "per_order"]
    again = read_model(drafted(data), written(tmp_path, document))
    assert [metric.expression for metric in again.metrics] == [
        metric.expression for metric in model.metrics if metric.name not in left
    ]


def osi(**changes: object) -> dict[str, Any]:
    model = {"name": "m", "datasets": [{"name": "orders", "source": "a.b.orders"}], **changes}
    return {"version": "0.2.0.dev0", "semantic_model": [model]}


def metric(expression: str) -> list[dict[str, Any]]:
    dialects = [{"dialect": "ANSI_SQL", "expression": expression}]
    return [{"name": "m", "expression": {"dialects": dialects}}]


def test_synonyms_and_labels_are_taken(data: Path) -> None:
    expression = {"dialects": [{"dialect": "ANSI_SQL", "expression": "sold"}]}
    field = {"name": "sold", "label": "Pieces", "expression": expression,
             "ai_context": {"synonyms": ["units", "amount"]}}  # fmt: skip
    dataset = {"name": "orders", "source": "orders", "fields": [field],
               "ai_context": {"synonyms": ["order", "purchase"]}}  # fmt: skip
    table = with_osi(drafted(data), osi(datasets=[dataset]), "x.yaml").table()
    assert table.column("sold").words[""].label == "Pieces"
    assert table.column("sold").words[""].synonyms == ("units", "amount")
    assert table.noun[""].label == "order"


KEY = {"name": "r", "from": "orders", "to": "orders"}
ORDERED = {"name": "orders", "source": "orders"}


def extended(data: str) -> dict[str, Any]:
    return {"custom_extensions": [{"vendor_name": "BALANCE_DESK", "data": data}]}


def dbt_with(metric: dict[str, Any]) -> dict[str, Any]:
    return {**DBT, "metrics": [metric]}


def test_keys_are_written_and_read_again(tmp_path: Path) -> None:
    (tmp_path / "orders.csv").write_text("order,city,paid\n1,7,2.5\n2,8,3\n3,7,1\n")
    (tmp_path / "towns.csv").write_text("id,name\n7,Lima\n8,Quito\n")
    model = drafted(tmp_path)
    assert not any(table.keys for table in model.tables)
    relation = {"name": "r", "from": "orders", "to": "towns", "from_columns": ["city"],
                "to_columns": ["id"]}  # fmt: skip
    datasets = [{"name": one, "source": one} for one in ("orders", "towns")]
    joined = with_osi(model, osi(datasets=datasets, relationships=[relation]), "x.yaml")
    assert joined.queried("orders").has("towns.name")
    again = with_osi(model, to_osi(joined, "m"), "x.yaml")
    assert again == joined


def test_a_metric_keeps_its_description_and_others_extensions_are_left_alone(data: Path) -> None:
    foreign = {"custom_extensions": [{"vendor_name": "OTHER", "data": "no JSON"},
                                     *extended("[1]")["custom_extensions"]]}  # fmt: skip
    said = metric("SUM(price)")[0] | foreign | {"description": "what was paid"}
    derived = {"name": "whole", "expression": "price * sold"}
    dataset = ORDERED | {"fields": [derived]}
    model = with_osi(drafted(data), osi(metrics=[said], datasets=[dataset]), "x.yaml")
    assert model.metrics[0].description == "what was paid"
    assert not model.table().has("whole")
    again = with_osi(drafted(data), to_osi(model, "orders"), "x.yaml")
    assert again.metrics == model.metrics


def test_a_metric_of_dbt_may_aggregate_by_itself(data: Path, tmp_path: Path) -> None:
    metric = {"name": "m", "type": "simple", "agg": "average", "expr": "price",
              "filter": "{{ Dimension('order__colour') }} = 'red'"}  # fmt: skip
    model = read_model(drafted(data), written(tmp_path, dbt_with(metric)))
    found = resolved_metric(model.metrics[0], model.table())
    assert isinstance(found, Measure)
    assert (found.aggregate, found.of) == ("mean", "price")
    assert found.where == Test(column="colour", values=("red",))


@pytest.mark.parametrize("content", ["a: [", "a: b: c", "\x00", "#" * 6_000_000, "[" * 5000])
def test_a_file_that_is_no_model_is_refused(data: Path, tmp_path: Path, content: str) -> None:
    path = tmp_path / "model.yaml"
    path.write_text(content)
    with pytest.raises(BadFile) as refused:
        read_model(drafted(data), path)
    assert refused.value.reason == "bad_model"


@pytest.mark.parametrize(
    "document",
    [
        [],
        {"version": "9", "semantic_model": []},
        osi(datasets=[{"name": "a", "source": "a"}, {"name": "b", "source": "b"}]),
        osi(datasets=[{"name": "orders", "source": "", "fields": [{"name": "size"}]}]),
        osi(metrics=metric("SUM(size)")),
        osi(metrics=metric("price")),
        osi(metrics=metric("SUM(price); DROP TABLE orders")),
        osi(metrics=metric("(SELECT sum(price) FROM read_csv('/etc/passwd'))")),
        osi(metrics=metric("SUM(price")),
        osi(metrics=metric("SUM(price + getenv('HOME'))")),
        osi(relationships=[{"name": "r", "from": "orders", "to": "others"}]),
        osi(relationships=[KEY | {"from_columns": ["size"], "to_columns": ["id"]}]),
        osi(relationships=[KEY | {"from_columns": ["id"], "to_columns": ["size"]}]),
        osi(relationships=[KEY | {"from_columns": ["id"], "to_columns": ["id", "sold"]}]),
        osi(relationships=[KEY]),
        osi(relationships={"r": 1}),
        {"version": "0.2", "semantic_model": [{}, {}]},
        osi(datasets=[ORDERED | extended("no JSON")]),
        osi(datasets=[ORDERED | extended('{"time": "when"}')]),
        osi(datasets=[ORDERED | extended('{"noun": 7}')]),
        dbt_with({"name": "m", "type": "cumulative"}),
        dbt_with({"name": "m", "type": "simple", "type_params": {"measure": "nothing"}}),
        dbt_with({"name": "m", "type": "ratio", "type_params": {"numerator": "revenue"}}),
        dbt_with({"name": "m", "type": "simple", "agg": "guess", "expr": "price"}),
    ],
)
def test_what_does_not_fit_is_refused(data: Path, tmp_path: Path, document: object) -> None:
    with pytest.raises(BadFile) as refused:
        read_model(drafted(data), written(tmp_path, document))
    assert refused.value.reason == "bad_model"
