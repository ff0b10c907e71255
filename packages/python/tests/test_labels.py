import json
from decimal import Decimal
from typing import Any

import pytest

from annotary import Client, ExactJson, errors

from .conftest import Connect

DIGITS = "80.1234567890123456789"
LARGE = 1700000000123456789
EXACT = (
    f'{{"annotations":[{{"id":1,"category_id":1,"type":"bbox","points":[[10,20],[110,{DIGITS}]]}}],"taken_at":{LARGE}}}'
)


@pytest.fixture
def sample(client: Client, dataset: str) -> str:
    return client.samples.create(dataset, name="a").uuid


def test_puts_and_gets_a_label(client: Client, sample: str, box: dict[str, Any]) -> None:
    written = client.labels.put(sample, label_status="LABELED", attributes=box)
    label = client.labels.get(sample)
    assert label.attributes == box
    assert label.version == written.version
    assert label.created_at.utcoffset() is not None


def test_refuses_a_change_of_another_version(client: Client, sample: str, box: dict[str, Any]) -> None:
    first = client.labels.put(sample, attributes=box)
    second = client.labels.put(sample, attributes=box, if_match=first.version, rating=3)
    with pytest.raises(errors.VersionMismatch) as caught:
        client.labels.put(sample, attributes=box, if_match=first.version)
    assert client.labels.get(sample).version == second.version
    assert (caught.value.status, caught.value.code) == (412, "version_mismatch")


def test_checks_a_label_without_writing_it(client: Client, sample: str) -> None:
    unknown = {"annotations": [{"id": 1, "category_id": 7, "type": "bbox", "points": [[1, 2], [3, 4]]}]}
    check = client.warnings.check(sample, attributes=unknown)
    assert check.warnings[0].annotation_ids == [1]
    with pytest.raises(errors.NotFound):
        client.labels.get(sample)


def test_keeps_all_digits_of_exact_json(client: Client, sample: str) -> None:
    client.labels.put(sample, attributes=ExactJson(EXACT))
    assert f'"attributes":{EXACT}' in client.labels.get_text(sample)


def test_keeps_all_digits_of_whole_numbers(client: Client, sample: str) -> None:
    client.labels.put(sample, attributes=ExactJson(EXACT))
    attributes = client.labels.get(sample).attributes
    assert attributes is not None
    assert attributes["taken_at"] == LARGE


def test_reads_and_writes_decimals_with_exact_numbers(client: Client, connect: Connect, sample: str) -> None:
    exact = connect(exact_numbers=True)
    client.labels.put(sample, attributes=ExactJson(EXACT))
    label = exact.labels.get(sample)
    assert label.attributes is not None
    assert label.attributes["annotations"][0]["points"][1][1] == Decimal(DIGITS)
    exact.labels.put(sample, attributes=label.attributes, score=0.5)
    assert json.loads(client.labels.get_text(sample), parse_float=str)["attributes"] == json.loads(
        EXACT, parse_float=str
    )
    assert exact.labels.get(sample).score == 0.5


def test_rounds_fractions_to_floats_by_default(client: Client, sample: str) -> None:
    client.labels.put(sample, attributes=ExactJson(EXACT))
    attributes = client.labels.get(sample).attributes
    assert attributes is not None
    assert attributes["annotations"][0]["points"][1][1] == float(DIGITS)


def test_lists_the_history_of_a_label(client: Client, sample: str, box: dict[str, Any]) -> None:
    for rating in (1, 2, 3):
        client.labels.put(sample, attributes=box, rating=rating)
    assert len(list(client.labels.history(sample, per_page=1))) == 3
