"""Calls every method of the segments-ai SDK against a running Annotary server and checks the responses.

Usage: python tour.py URL API_KEY

The key must belong to a site admin. Three exceptions of the SDK cannot be tested; the last lines of the output explain why.
"""

import io
import os
import struct
import sys
import tempfile
import time
import zlib

import requests
from segments import SegmentsClient, SegmentsDataset
from segments import exceptions as errors
from segments.utils import load_release

from exact import exact
from shapes import NANOSECONDS, SHAPES, image

checks = 0
called = set()


def check(fact, sentence):
    global checks
    if not fact:
        raise SystemExit(f"FAILED: {sentence}")
    checks += 1


def contains(answer, sent):
    """Returns whether the response contains everything that was sent. The models may add fields with null."""
    if hasattr(answer, "model_dump"):
        answer = answer.model_dump(mode="json")
    if isinstance(sent, dict):
        return isinstance(answer, dict) and all(key in answer and contains(answer[key], value) for key, value in sent.items())
    if isinstance(sent, list):
        return isinstance(answer, list) and len(answer) == len(sent) and all(map(contains, answer, sent))
    return answer == sent


def provoked(kind, action):
    try:
        action()
    except kind as error:
        check(type(error) is kind, f"{kind.__name__} came as {type(error).__name__}")
        return error
    raise SystemExit(f"FAILED: {kind.__name__} was not raised")


class Recorder(SegmentsClient):
    """The SDK's client, which also records the names of the called public methods."""

    def __getattribute__(self, name):
        if not name.startswith("_") and name not in ("close", "api_session", "s3_session", "api_key", "api_url"):
            called.add(name)
        return super().__getattribute__(name)


def png(color):
    """A 2×2 RGBA image."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\x00" + bytes(color) * 2 for _ in range(2))
    header = struct.pack(">IIBBBBB", 2, 2, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def admin(url, key, method, path, body=None):
    """Calls that the SDK has no method for: users, members, claims."""
    answer = requests.request(method, url + path, json=body, headers={"Authorization": f"APIKey {key}"}, timeout=30)
    check(answer.status_code < 300, f"{method} {path} answered {answer.status_code}: {answer.text}")
    return answer.json() if answer.content else None


def users(url, key, client, me):
    user = client.get_user()
    check(user.username == me and not user.is_organization, "get_user() is the caller")
    admin(url, key, "POST", "/users/", {"username": "jane", "email": "jane@example.com"})
    admin(url, key, "POST", "/organizations/", {"username": "acme"})
    check(client.get_user("jane").username == "jane", "get_user(name)")
    check(client.get_user("acme").is_organization, "an organization is one")
    return admin(url, key, "POST", "/users/jane/api_keys/", {"description": "tour"})["key"]


def datasets(client, me):
    configuration = {
        "format_version": "0.1",
        "categories": [
            {
                "id": 1,
                "name": "car",
                "color": [255, 0, 0],
                "has_instances": True,
                "attributes": [
                    {"name": "color", "input_type": "select", "values": ["red", "blue"], "default_value": "red"},
                    {"name": "points", "input_type": "number", "min": "0", "max": "100", "step": "1"},
                    {"name": "occluded", "input_type": "checkbox", "default_value": False},
                ],
                "dimensions": {"x": 4.5, "y": 1.9, "z": 1.6},
            }
        ],
        "image_attributes": [{"name": "weather", "input_type": "text", "is_mandatory": True}],
        "warning_rules": [{"name": "intersecting-cuboids", "excluded_categories": []}],
        "circle_radius": 50,
    }
    made = client.add_dataset(
        "flowers", description="A tour", task_type="vector", task_attributes=configuration, category="garden", readme="# Flowers"
    )
    check(made.full_name == f"{me}/flowers" and made.task_attributes.categories[0].name == "car", "add_dataset")
    shared = client.add_dataset("shared", organization="acme", category="other")
    check(shared.full_name == "acme/shared", "add_dataset in an organization")
    changed = client.update_dataset(
        f"{me}/flowers", description="Changed", enable_ratings=True, metadata={"team": "tulips"}, use_timestamps_for_interpolation=True
    )
    check(changed.description == "Changed" and changed.enable_ratings and changed.metadata == {"team": "tulips"}, "update_dataset")
    check({d.name for d in client.get_datasets()} >= {"flowers"}, "get_datasets()")
    check([d.full_name for d in client.get_datasets("acme")] == ["acme/shared"], "get_datasets(owner)")
    check(len(client.get_datasets(per_page=1, page=1)) == 1, "get_datasets is paged")
    check(client.get_dataset(f"{me}/flowers").readme == "# Flowers", "get_dataset")
    client.delete_dataset("acme/shared")
    provoked(errors.NotFoundError, lambda: client.get_dataset("acme/shared"))


def collaborators(client, dataset):
    added = client.add_dataset_collaborator(dataset, "jane", "reviewer")
    check(added.user.username == "jane" and added.role == "reviewer", "add_dataset_collaborator")
    check(client.get_dataset_collaborator(dataset, "jane") == added, "get_dataset_collaborator gives what POST gave")
    provoked(errors.CollaboratorError, lambda: client.add_dataset_collaborator(dataset, "jane", "labeler"))
    changed = client.update_dataset_collaborator(dataset, "jane", "manager")
    check(changed.role == "manager", "update_dataset_collaborator")


def shapes(client, me):
    for number, (shape, (task_type, sample_attributes, label_attributes)) in enumerate(SHAPES.items()):
        dataset = f"{me}/shape-{number}"
        client.add_dataset(f"shape-{number}", task_type=task_type)
        sample = client.add_sample(dataset, "one", sample_attributes, metadata={"shape": shape, "frame_time": NANOSECONDS})
        check(contains(client.get_sample(sample.uuid).attributes, sample_attributes), f"the sample of {shape} comes back")
        check(client.get_sample(sample.uuid).metadata["frame_time"] == NANOSECONDS, "integers beyond 2^53 keep their digits")
        client.add_label(sample.uuid, "ground-truth", label_attributes, label_status="LABELED", score=0.9)
        label = client.get_label(sample.uuid, "ground-truth")
        check(contains(label.attributes, label_attributes), f"the label of {shape} comes back")
        check(label.label_type == task_type and label.score == 0.9 and label.label_status == "LABELED", f"the record of {shape}")
        listed = client.get_samples(dataset, labelset="ground-truth", include_full_label=True)
        check(contains(listed[0].label.attributes, label_attributes), f"{shape} in the list with its full label")


def samples(client, dataset):
    batch = [
        {
            "name": f"image-{n:03d}.jpg",
            "attributes": image(f"https://example.com/{n}.jpg"),
            "metadata": {"city": "London" if n % 2 else "Paris", "robot": n},
            "priority": n % 7,
        }
        for n in range(200)
    ]
    made = client.add_samples(dataset, batch)
    check([s.name for s in made] == [s["name"] for s in batch], "add_samples answers two hundred in order")
    again = client.add_samples(dataset, batch[:5])
    check([s.uuid for s in again] == [s.uuid for s in made[:5]], "existing samples are answered unchanged")
    first = client.add_sample(dataset, "a first & só #1", image(), {"k": "v"}, 10.5, assigned_labeler="jane", readme="hi")
    check(first.priority == 10.5 and first.assigned_labeler == "jane" and first.dataset_full_name == dataset, "add_sample")
    provoked(errors.AlreadyExistsError, lambda: client.add_sample(dataset, first.name, image()))
    plain = client.add_sample(dataset, "uncompressed", image(), enable_compression=False)
    check(client.get_sample(plain.uuid, include_signed_url=True).name == "uncompressed", "get_sample with signed URLs")
    check(len(client.get_samples(dataset)) == 202, "get_samples gives them all")
    check([s.name for s in client.get_samples(dataset, sort="name", per_page=2, page=2)] == ["image-001.jpg", "image-002.jpg"], "pages by name")
    check(client.get_samples(dataset, sort="priority", direction="desc", per_page=1)[0].uuid == first.uuid, "sort by priority")
    check(len(client.get_samples(dataset, name="image-00")) == 10, "name filter")
    check(len(client.get_samples(dataset, metadata=["city:London", "robot:3"])) == 1, "metadata filters are ANDed")
    check(client.get_samples(dataset, page=99) == [], "a page past the end is empty")
    changed = client.update_sample(first.uuid, name="renamed", metadata={"k": "w"}, priority=-1, assigned_labeler=None, readme="ho")
    check((changed.name, changed.metadata, changed.priority, changed.assigned_labeler) == ("renamed", {"k": "w"}, -1, None), "update_sample")
    client.delete_sample(plain.uuid)
    provoked(errors.NotFoundError, lambda: client.get_sample(plain.uuid))
    gone = client.delete_samples(dataset, [s.uuid for s in made[190:]] + [plain.uuid])
    check(gone.deleted_count == 10, "delete_samples skips what is gone")
    return made[:190]


def labels(client, dataset, made):
    sample = made[0]
    provoked(errors.NotFoundError, lambda: client.get_label(sample.uuid, "ground-truth"))
    body = SHAPES["image vector"][2]
    check(client.add_label(sample.uuid, "ground-truth", body).label_status == "PRELABELED", "add_label defaults to PRELABELED")
    changed = client.update_label(sample.uuid, "ground-truth", attributes=body, label_status="REVIEWED", score=0.5)
    check(changed.label_status == "REVIEWED" and changed.score == 0.5, "update_label")
    check([s.uuid for s in client.get_samples(dataset, label_status="REVIEWED")] == [sample.uuid], "label_status filter")
    check(len(client.get_samples(dataset, label_status=["UNLABELED"])) == 190, "UNLABELED filter")
    check(client.get_samples(dataset, labelset="ground-truth", per_page=1)[0].label.label_status == "REVIEWED", "label summary in lists")
    check(client.get_sample(sample.uuid, labelset="ground-truth").label.score == 0.5, "label in get_sample")
    other = client.add_labelset(dataset, "model-1", "Predictions")
    check(other.name == "model-1" and not other.is_groundtruth, "add_labelset")
    client.add_label(sample.uuid, "model-1", body, score=0.1)
    check({s.name for s in client.get_labelsets(dataset)} == {"ground-truth", "model-1"}, "get_labelsets")
    check(client.get_labelset(dataset, "ground-truth").is_groundtruth, "get_labelset")
    client.delete_label(sample.uuid, "model-1")
    provoked(errors.NotFoundError, lambda: client.get_label(sample.uuid, "model-1"))
    provoked(errors.AlreadyExistsError, lambda: client.add_labelset(dataset, "model-1"))
    client.delete_labelset(dataset, "model-1")


def issues(client, dataset, sample):
    anchor = {"type": "location", "location": {"type": "2d", "x": 1.5, "y": 2.5}}
    made = client.add_issue(sample.uuid, "What is this?", anchor=anchor)
    check(made.sample_name == sample.name and made.status == "OPEN" and contains(made.anchor, anchor), "add_issue")
    check([i.uuid for i in client.get_issues(dataset)] == [made.uuid], "get_issues")
    check([i.uuid for i in sample.get_issues()] == [made.uuid], "get_issues of a sample")
    closed = client.update_issue(made.uuid, description="Solved", status="CLOSED")
    check(closed.status == "CLOSED" and closed.description == "Solved", "update_issue")
    client.delete_issue(made.uuid)
    check(client.get_issues(dataset) == [], "delete_issue")


def queue(url, key, client, dataset):
    claim = admin(url, key, "POST", f"/datasets/{dataset}/queue/labeling/claim/", {"count": 1})[0]
    body = {"attributes": SHAPES["image vector"][2], "time": 1000}
    done = admin(url, key, "POST", f"/claims/{claim['claim_id']}/submit/", body)
    check(done["label"]["label_status"] == "LABELED", "a submit through the queue")
    units = client.get_workunits(dataset, sort="created_at", direction="asc", start="2020-01-01T00:00:00", end="2100-01-01T00:00:00")
    check(any(unit.work_type == "label" and unit.next_label_status == "LABELED" for unit in units), "get_workunits")
    check(client.get_workunits(dataset, include_session_time_metrics=True, per_page=1, page=1) != [], "get_workunits with metrics")


def releases(client, dataset):
    made = client.add_release(dataset, "v1.0", "First")
    check(made.status in ("PENDING", "SUCCEEDED"), "add_release")
    provoked(errors.AlreadyExistsError, lambda: client.add_release(dataset, "v1.0"))
    for _ in range(100):
        release = client.get_release(dataset, "v1.0")
        if release.status != "PENDING":
            break
        time.sleep(0.1)
    check(release.status == "SUCCEEDED", f"the release ends: {release.status}")
    check([r.name for r in client.get_releases(dataset)] == ["v1.0"], "get_releases")
    content = load_release(release)
    check(len(content["dataset"]["samples"]) == 191, "the file holds every sample")
    with tempfile.TemporaryDirectory() as folder:
        loaded = SegmentsDataset(release, filter_by=["LABELED", "REVIEWED"], segments_dir=folder, preload=False, load_images=False)
        check(len(loaded) == 2 and len(loaded.categories) == 1, "SegmentsDataset loads the release and filters by status")
        check(len(loaded[0]["annotations"]) == 2, "SegmentsDataset has the annotations")
    client.delete_release(dataset, "v1.0")
    provoked(errors.NotFoundError, lambda: client.get_release(dataset, "v1.0"))


def assets(client):
    bytes_sent = png((1, 0, 0, 255))
    asset = client.upload_asset(io.BytesIO(bytes_sent), "bitmap.png")
    answer = requests.get(asset.url, timeout=30)
    check(answer.content == bytes_sent and answer.headers["Content-Type"] == "image/png", "upload_asset, read back without a key")


def clones(client, dataset, me):
    clone = client.clone_dataset(dataset, "copy", new_public=True, clone_labels=True)
    check(clone.full_name == f"{me}/copy" and clone.cloned_from == dataset and clone.public, "clone_dataset")
    check(len(client.get_samples(f"{me}/copy", labelset="ground-truth")) == 191, "the copy has the samples at once")
    to_organization = client.clone_dataset(dataset, organization="acme")
    check(to_organization.full_name == "acme/flowers-clone", "clone_dataset into an organization")


def refusals(url, client, jane_key, dataset):
    jane = Recorder(jane_key, url)
    provoked(errors.AuthorizationError, lambda: jane.add_sample(dataset, "mine", image()))
    provoked(errors.AuthenticationError, lambda: SegmentsClient("ann_00000000_" + "0" * 43, url))
    client.delete_dataset_collaborator(dataset, "jane")
    provoked(errors.NotFoundError, lambda: client.get_dataset_collaborator(dataset, "jane"))
    provoked(errors.NotFoundError, lambda: jane.get_dataset(dataset))
    refused = provoked(errors.NetworkError, lambda: client.add_dataset("no such/name"))
    check(refused.cause.response.status_code == 400, "a bad name is a 400")
    provoked(errors.ValidationError, lambda: client.add_sample(dataset, "bad", {"nonsense": 1}))
    print("not provoked: SubscriptionError: Annotary has no subscriptions")
    print("not provoked: TimeoutError: the SDK never stops in the middle of a request, which is when the server says time-out")
    print("not provoked: APILimitError: a 429 carries Retry-After, which the SDK's own transport waits for and tries again")


def main():
    url, key = sys.argv[1].rstrip("/"), sys.argv[2]
    os.environ.setdefault("NO_PROXY", "127.0.0.1")
    with Recorder(key, url) as client:
        me = client.get_user().username
        dataset = f"{me}/flowers"
        jane_key = users(url, key, client, me)
        datasets(client, me)
        collaborators(client, dataset)
        shapes(client, me)
        exact(url, key, client, me, check)
        made = samples(client, dataset)
        labels(client, dataset, made)
        issues(client, dataset, client.get_dataset(dataset).get_samples()[0])
        queue(url, key, client, dataset)
        releases(client, dataset)
        assets(client)
        clones(client, dataset, me)
        refusals(url, client, jane_key, dataset)
    methods = {name for name in vars(SegmentsClient) if not name.startswith("_") and name != "close"}
    check(methods <= called, f"methods never called: {sorted(methods - called)}")
    print(f"{len(methods)} methods, {len(SHAPES)} label shapes, {checks} checks: all as expected")


if __name__ == "__main__":
    main()
