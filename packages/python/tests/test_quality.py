"""Several people per sample, gold samples, pauses and audits, by name of their operations."""

import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from annotary import Client, errors, models

from .support.server import Server

_people = itertools.count(1)

Person = tuple[str, Client]
MakePerson = Callable[[str], Person]


@pytest.fixture
def person(client: Client, dataset: str, server: Server) -> Iterator[MakePerson]:
    """Make a collaborator of the dataset, with a client of theirs."""
    workers: list[Client] = []

    def make(role: str) -> Person:
        name = f"person-{next(_people)}"
        client.users.create(username=name)
        key = client.users.create_key_for(name).key
        client.collaborators.add(dataset, user=name, role=role)  # type: ignore[arg-type]
        workers.append(worker := Client(server.url, key))
        return name, worker

    yield make
    for worker in workers:
        worker.close()


def move(box: dict[str, Any], by: int) -> dict[str, Any]:
    [[x, y], [right, bottom]] = box["annotations"][0]["points"]
    return {"annotations": [{**box["annotations"][0], "points": [[x + by, y], [right + by, bottom]]}]}


def label_next(worker: Client, dataset: str, attributes: dict[str, Any]) -> None:
    with worker.queue.work(dataset) as work:
        for claim in work:
            claim.submit(attributes=attributes, time=2000)
            work.stop()


def test_compares_and_decides_the_labels_of_two_people(
    client: Client, dataset: str, box: dict[str, Any], person: MakePerson
) -> None:
    client.datasets.update(dataset, overlap=2, overlap_decision="review")
    sample = client.samples.create(dataset, name="one.jpg").uuid
    (first, one), (second, two) = person("labeler"), person("labeler")
    label_next(one, dataset, box)
    assert client.overlap.get(sample).finished == 1
    assert client.overlap.get(sample).labels == []
    label_next(two, dataset, move(box, 10))
    overlap = client.overlap.get(sample)
    assert (overlap.state, overlap.finished) == ("adjudicating", 2)
    assert [label.labeler for label in overlap.labels] == [first, second]

    agreement = client.overlap.agreement(dataset)
    assert agreement.samples == 1
    assert (agreement.pairs_omitted, agreement.people_omitted) == (0, 0)
    assert agreement.agreement.value is not None
    # The boxes have a similarity of 90 / 110.
    assert abs(agreement.agreement.value - 90 / 110) < 1e-9

    with client.queue.work(dataset, "reviewing") as work:
        for claim in work:
            claim.accept(overlap_label="B")
            work.stop()
    assert client.overlap.get(sample).state == "decided"
    attributes = client.labels.get(sample).attributes
    assert attributes is not None
    assert attributes["annotations"][0]["points"][0][0] == 20


def test_asks_more_people_for_a_sample(client: Client, dataset: str) -> None:
    sample = client.samples.create(dataset, name="one.jpg", overlap=2).uuid
    assert client.overlap.get(sample).overlap == 2
    assert client.overlap.set(sample, overlap=3).overlap == 3


def test_compares_the_answers_of_people_with_known_labels(
    client: Client, dataset: str, box: dict[str, Any], person: MakePerson
) -> None:
    client.datasets.update(dataset, gold_rate=0.5)
    sample = client.samples.create(dataset, name="gold.jpg").uuid
    client.samples.create_many(dataset, [{"name": f"{number}.jpg"} for number in range(30)])
    client.gold.set(sample, attributes=box)
    name, worker = person("labeler")
    for claim in worker.queue.work(dataset):
        claim.submit(attributes=box)
    assert client.gold.get(sample).attributes == box
    [figures] = client.gold.people(dataset)
    assert (figures.user, figures.answers, figures.passed) == (name, 1, 1)
    [answer] = client.gold.answers(sample)
    assert isinstance(answer, models.GoldAnswer)
    client.gold.remove(sample)
    with pytest.raises(errors.NotFound):
        client.gold.get(sample)


def test_pauses_a_person_with_a_reason(client: Client, dataset: str, person: MakePerson) -> None:
    client.samples.create(dataset, name="one.jpg")
    name, worker = person("labeler")
    client.pauses.pause(dataset, name, reason="Read the guide again")
    assert [(pause.user, pause.reason) for pause in client.pauses.list(dataset)] == [(name, "Read the guide again")]
    with pytest.raises(errors.Conflict) as refused:
        worker.queue.claim(dataset, "labeling")
    assert refused.value.code == "person_paused"
    client.pauses.resume(dataset, name)
    assert client.pauses.list(dataset) == []


def test_audits_a_release(
    client: Client, dataset: str, box: dict[str, Any], person: MakePerson, tmp_path: Path
) -> None:
    lines = [{"name": f"{number}.jpg", "label": {"label_status": "LABELED", "attributes": box}} for number in range(5)]
    client.samples.upload(dataset, lines).finish()
    client.releases.create(dataset, name="v1")
    client.releases.download(dataset, "v1", tmp_path / "v1.json")
    audit = client.release_audits.create(dataset, "v1", goal=0.9)
    while audit.state == "preparing":
        time.sleep(0.1)
        audit = client.release_audits.get(dataset, "v1", audit.uuid)
    assert (audit.state, audit.population) == ("open", 5)
    _, auditor = person("reviewer")
    [work] = auditor.release_audits.claim(dataset, "v1", audit.uuid)
    assert work.label_attributes == box
    wrong = {"type": "wrong_category", "annotation": 1}
    after = auditor.release_audits.submit(dataset, "v1", audit.uuid, str(work.number), errors=[wrong])
    assert (after.audited, after.errors) == (1, 1)
    [checked] = [draw for draw in client.release_audits.list_draws(dataset, "v1", audit.uuid) if draw.errors]
    assert checked.number == work.number
    finished = client.release_audits.finish(dataset, "v1", audit.uuid)
    assert finished.state == "finished"
    assert finished.nonce is not None
