import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from annotary import Client, errors, models

from .support.server import Server

EXAMPLE = Path(__file__).parents[3] / "examples/model-worker/worker.py"


@pytest.fixture(scope="module")
def worker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("worker", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def net(client: Client, dataset: str, server: Server) -> Iterator[Client]:
    """A client of a model with the version v1, on a dataset that waits for it."""
    name = "net-" + dataset.split("/")[1]
    owner = dataset.split("/")[0]
    client.models.create(owner, new_username=name)
    client.models.add_version(name, name="v1")
    client.collaborators.add(dataset, user=name, role="model")
    client.datasets.update(dataset, enable_prelabeling=True)
    with Client(server.url, client.models.create_key(name).key) as net:
        yield net


def add_samples(client: Client, dataset: str) -> None:
    image = {"image": {"url": "https://example.com/a.jpg"}}
    client.samples.create_many(dataset, [{"name": "a", "attributes": image}, {"name": "b"}])


def test_the_example_labels_and_declines(client: Client, net: Client, dataset: str, worker: ModuleType) -> None:
    add_samples(client, dataset)
    assert worker.work(net, dataset, "v1") == 1
    assert client.datasets.get(dataset).label_stats.PRELABELED == 1
    answers = list(client.predictions.list(dataset))
    assert sorted((answer.outcome, answer.reason) for answer in answers) == [
        ("declined", "The sample has no image."),
        ("prelabeled", None),
    ]


def test_the_example_goes_on_after_labels_that_do_not_fit(
    client: Client, net: Client, dataset: str, worker: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_samples(client, dataset)
    odd = {"annotations": [{"id": 1, "category_id": 77, "type": "bbox", "points": [[1, 1], [2, 2]]}]}

    def predict(sample: models.Sample) -> dict[str, Any]:
        return odd if sample.name == "a" else {"annotations": []}

    monkeypatch.setattr(worker, "predict", predict)
    assert worker.work(net, dataset, "v1") == 1
    answers = {answer.outcome: answer.reason for answer in client.predictions.list(dataset)}
    assert "unknown-category" in str(answers["declined"])


def test_the_example_goes_on_when_a_person_was_faster_than_its_reason(
    client: Client, net: Client, dataset: str, worker: ModuleType, monkeypatch: pytest.MonkeyPatch, box: dict[str, Any]
) -> None:
    add_samples(client, dataset)

    def predict(sample: models.Sample) -> dict[str, Any]:
        if sample.name == "a":
            client.labels.put(sample.uuid, label_status="LABELED", attributes=box)
        raise worker.CannotPredict("too dark")

    monkeypatch.setattr(worker, "predict", predict)
    assert worker.work(net, dataset, "v1") == 0
    assert [answer.reason for answer in client.predictions.list(dataset)] == ["too dark"]


def test_a_claim_that_a_person_took_is_lost(client: Client, net: Client, dataset: str, box: dict[str, Any]) -> None:
    add_samples(client, dataset)
    for claim in net.queue.work(dataset, "prelabeling"):
        client.labels.put(claim.sample.uuid, label_status="LABELED", attributes=box)
        with pytest.raises(errors.Conflict):
            claim.prelabel(model_version="v1", attributes=box)
        assert claim.lost
    assert client.datasets.get(dataset).label_stats.LABELED == 2


def test_a_label_that_does_not_fit_leaves_the_claim_open(client: Client, net: Client, dataset: str) -> None:
    add_samples(client, dataset)
    with net.queue.work(dataset, "prelabeling") as work:
        for claim in work:
            with pytest.raises(errors.InvalidInput):
                claim.prelabel(model_version="v2", attributes={"annotations": []})
            assert not claim.ended
            claim.prelabel(model_version="v1", attributes={"annotations": []})
    assert client.datasets.get(dataset).label_stats.PRELABELED == 2
