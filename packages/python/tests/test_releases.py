import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas
import polars
import pytest

from annotary import Client, ExactJson, errors
from annotary.release import ReleaseDataset, ReleaseFile

from .conftest import Connect
from .support.proxy import Proxy

DIGITS = "80.1234567890123456789"
CUBOID = {
    "id": 2,
    "category_id": 2,
    "type": "cuboid",
    "position": {"x": 1, "y": 2.5, "z": 3},
    "dimensions": {"x": 1, "y": 1, "z": 2},
    "yaw": 0.5,
    "rotation": {"qx": 0, "qy": 0, "qz": 0, "qw": 1},
    "velocity": {"x": 1},
}


@pytest.fixture
def release(client: Client, dataset: str, box: dict[str, Any], tmp_path: Path) -> ReleaseFile:
    box["annotations"][0]["attributes"] = {"color": "red"}
    exact = json.dumps(box).replace("80]", f"{DIGITS}]")
    labels: list[Any] = [{"label_status": "LABELED", "attributes": ExactJson(exact)}, None, {"attributes": box}]
    lines = [{"name": f"{number}.jpg", "label": label} for number, label in enumerate(labels)]
    client.samples.upload(dataset, lines).finish()
    client.releases.create(dataset, name="v1")
    return client.releases.download(dataset, "v1", tmp_path / "v1.json")


def test_reads_the_samples_of_a_release(release: ReleaseFile) -> None:
    assert release.heading["name"] == "v1"
    assert [sample["name"] for sample in release] == ["0.jpg", "1.jpg", "2.jpg"]
    exact = next(release.samples(exact_numbers=True))
    points = exact["labels"]["ground-truth"]["attributes"]["annotations"][0]["points"]
    assert str(points[1][1]) == DIGITS
    assert DIGITS.encode() in next(release.lines())


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 8])
def test_verifies_a_release_of_any_number_of_samples(client: Client, dataset: str, tmp_path: Path, count: int) -> None:
    client.samples.upload(dataset, ({"name": str(number)} for number in range(count))).finish()
    client.releases.create(dataset, name="v1")
    assert client.releases.download(dataset, "v1", tmp_path / "v1.json").verify() == count


def change_line(text: str) -> str:
    return text.replace("1.jpg", "4.jpg")


def drop_line(text: str) -> str:
    return "\n".join(text.split("\n")[:2] + text.split("\n")[3:])


def swap_lines(text: str) -> str:
    head, first, second, *rest = text.split("\n")
    return "\n".join([head, second, first, *rest])


def change_head(text: str) -> str:
    return text.replace('"name":"v1"', '"name":"v2"')


def append_bytes(text: str) -> str:
    return text + " "


def cut_end(text: str) -> str:
    return text[: text.rindex("]}")]


@pytest.mark.parametrize("change", [change_line, drop_line, swap_lines, change_head, append_bytes, cut_end])
def test_finds_what_changed_in_a_release(release: ReleaseFile, change: Any) -> None:
    assert release.verify() == 3
    release.path.write_text(change(release.path.read_text("utf8")), "utf8")
    with pytest.raises(errors.IntegrityError):
        ReleaseFile(release.path).verify()


def test_refuses_a_file_that_is_not_a_release(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}\n", "utf8")
    with pytest.raises(errors.IntegrityError):
        ReleaseFile(tmp_path / "a.json")


def test_continues_a_download_where_the_connection_broke(
    connect: Connect, client: Client, dataset: str, proxy: Proxy, tmp_path: Path
) -> None:
    client.samples.upload(dataset, ({"name": str(number)} for number in range(3000))).finish()
    client.releases.create(dataset, name="v1")
    own = connect(proxy.url)
    made = own.releases.wait(dataset, "v1")
    # The URL of a file names the server itself.
    proxy.rewrite_urls()
    proxy.faults = ["pass", "cut_half", "lose_response"]
    proxy.requests.clear()
    file = own.releases.download(dataset, "v1", tmp_path / "v1.json")
    ranges = [line for request in proxy.requests for line in request.lower().split(b"\r\n") if b"range:" in line]
    assert len(ranges) == 2
    assert ranges[0] != b"range: bytes=0-"
    assert file.verify() == 3000
    assert file.path.stat().st_size == made.size_bytes
    assert [path.name for path in tmp_path.iterdir()] == ["v1.json"]


def test_leaves_no_file_whose_digest_differs(
    connect: Connect, client: Client, dataset: str, proxy: Proxy, tmp_path: Path
) -> None:
    client.samples.create(dataset, name="a.jpg")
    client.releases.create(dataset, name="v1")
    client.releases.wait(dataset, "v1")
    proxy.rewrite_urls()
    proxy.faults = ["pass", "change_bytes"]
    with pytest.raises(errors.IntegrityError):
        connect(proxy.url).releases.download(dataset, "v1", tmp_path / "v1.json")
    assert list(tmp_path.iterdir()) == []


def test_reports_the_progress_of_a_download(client: Client, dataset: str, tmp_path: Path) -> None:
    client.releases.create(dataset, name="v1")
    calls: list[tuple[int, int | None]] = []
    file = client.releases.download(
        dataset, "v1", tmp_path / "v1.json", progress=lambda done, total: calls.append((done, total))
    )
    size = file.path.stat().st_size
    assert calls[-1] == (size, size)


def test_reads_annotations_into_pandas_and_polars(release: ReleaseFile) -> None:
    frame: Any = release.to_pandas()
    assert frame["category"].tolist() == ["car", "car"]
    assert frame["sample_name"].tolist() == ["0.jpg", "2.jpg"]
    assert frame["frame"].isna().all()
    assert frame["points"][1] == [[10.0, 20.0], [110.0, 80.0]]
    assert frame["attributes"][0] == '{"color":"red"}'
    table = release.to_polars()
    assert table["points"].to_list() == frame["points"].tolist()
    assert table["id"].dtype == polars.Int64
    assert table.columns == frame.columns.tolist()


def test_reads_samples_into_pandas_and_polars(release: ReleaseFile) -> None:
    frame: Any = release.to_pandas("samples")
    assert frame["label_status"].tolist() == ["LABELED", "UNLABELED", "PRELABELED"]
    assert release.to_polars("samples")["name"].to_list() == ["0.jpg", "1.jpg", "2.jpg"]


def test_columns_have_the_same_types_without_rows(client: Client, dataset: str, tmp_path: Path) -> None:
    client.releases.create(dataset, name="v1")
    file = client.releases.download(dataset, "v1", tmp_path / "v1.json")
    frame: Any = file.to_pandas()
    assert isinstance(frame["id"].dtype, pandas.Int64Dtype)
    assert file.to_polars().schema["points"] == polars.List(polars.List(polars.Float64))


def test_reads_sensors_frames_and_cuboids(tmp_path: Path) -> None:
    label = {
        "label_status": "REVIEWED",
        "attributes": {
            "sensors": [
                {"name": "lidar", "attributes": {"frames": [{}, {"annotations": [{**CUBOID, "track_id": 2**40}]}]}},
                {"name": "camera", "attributes": {"frames": [{"annotations": [{"id": 1, "category_id": 9}]}]}},
            ]
        },
    }
    sample = {"uuid": "u", "name": "n", "labels": {"ground-truth": label}}
    head = '{"name":"v1","dataset":{"task_attributes":{"categories":[{"id":2,"name":"bus"}]},"samples":['
    path = tmp_path / "v1.json"
    path.write_text(f"{head}\n{json.dumps(sample)}\n]}},\n", "utf8")
    rows = ReleaseFile(path).to_polars().to_dicts()
    assert [(row["sensor"], row["frame"], row["category"]) for row in rows] == [
        ("lidar", 1, "bus"),
        ("camera", 0, None),
    ]
    assert rows[0]["position"] == [1.0, 2.5, 3.0]
    assert rows[0]["rotation"] == [0.0, 0.0, 0.0, 1.0]
    assert rows[0]["track_id"] == 2**40
    assert rows[0]["other"] == '{"velocity":{"x":1}}'


def test_gives_samples_by_index(release: ReleaseFile) -> None:
    dataset: ReleaseDataset[str] = ReleaseDataset(release.path, lambda sample: sample["name"])
    assert len(dataset) == 3
    assert [dataset[2], dataset[-3], dataset[1]] == ["2.jpg", "0.jpg", "1.jpg"]
    for index in (3, -4):
        with pytest.raises(IndexError):
            dataset[index]
    dataset.close()


def test_a_dataset_is_read_in_another_process(release: ReleaseFile) -> None:
    dataset: ReleaseDataset[dict[str, Any]] = ReleaseDataset(release.path)
    assert dataset[0]["name"] == "0.jpg"
    copy = pickle.loads(pickle.dumps(dataset))
    assert [sample["name"] for sample in iterate(copy)] == ["0.jpg", "1.jpg", "2.jpg"]
    dataset.close()
    copy.close()


def iterate(dataset: ReleaseDataset[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return (dataset[index] for index in range(len(dataset)))
