import zipfile
from pathlib import Path
from typing import Any

import pytest

from annotary import Client, errors


def test_exports_and_imports_a_dataset(client: Client, dataset: str, box: dict[str, Any], tmp_path: Path) -> None:
    attributes = {"image": {"url": "https://example.com/0.jpg"}}
    label = {"label_status": "LABELED", "attributes": box}
    client.samples.upload(dataset, [{"name": "0.jpg", "attributes": attributes, "label": label}]).finish()
    export = client.exports.create(dataset, format="openlabel")
    calls: list[int] = []
    done = client.exports.wait(dataset, export.uuid, progress=lambda done, _total: calls.append(done))
    assert done.status == "SUCCEEDED"
    assert calls[-1] == 1
    path = client.exports.download(dataset, export.uuid, tmp_path / "export.zip")
    with zipfile.ZipFile(path) as archive:
        assert "0.jpg.json" in archive.namelist()

    asset = client.assets.upload_file(path)
    target = client.datasets.create(
        name=f"{dataset.split('/')[1]}-copy", category="other", task_type="bboxes", task_attributes=CATEGORIES
    ).full_name
    made = client.imports.create(
        target, asset=asset.uuid, format="openlabel", base_url="https://example.com/", label_status="LABELED"
    )
    assert client.imports.wait(target, made.uuid).samples_done == 1
    sample = client.samples.list(target).first()
    assert sample is not None
    assert client.labels.get(sample.uuid).label_status == "LABELED"


CATEGORIES = {"format_version": "0.1", "categories": [{"id": 1, "name": "car"}, {"id": 2, "name": "person"}]}


def test_says_why_an_import_failed(client: Client, dataset: str, tmp_path: Path) -> None:
    (tmp_path / "broken.zip").write_bytes(b"no archive")
    asset = client.assets.upload_file(tmp_path / "broken.zip")
    made = client.imports.create(dataset, asset=asset.uuid, format="openlabel")
    with pytest.raises(errors.JobFailed) as caught:
        client.imports.wait(dataset, made.uuid)
    assert caught.value.job.status == "FAILED"
    assert caught.value.job.status_info in str(caught.value)


def test_ends_waiting_after_its_time(client: Client, dataset: str) -> None:
    client.samples.upload(dataset, ({"name": str(number)} for number in range(2000))).finish()
    client.releases.create(dataset, name="v1")
    with pytest.raises(errors.TimedOut):
        client.releases.wait(dataset, "v1", timeout=0)


def test_uploads_the_bytes_of_a_file(client: Client, tmp_path: Path) -> None:
    (tmp_path / "a b.txt").write_bytes(b"text" * 50_000)
    asset = client.assets.upload_file(tmp_path / "a b.txt")
    assert client.assets.read(asset.uuid, asset.url.rsplit("/", 1)[1]) == b"text" * 50_000
