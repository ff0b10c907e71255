"""Rotated boxes, ellipses, skeletons and objects of several parts with holes, which the models of the SDK do not have.

Annotary stores each beside the nearest shape that the SDK has, under the key `shape`, and restores it when the SDK writes a label back without it.
"""

import requests

from shapes import image

BOX = {"type": "rotated_box", "center": [50, 45], "size": [20, 10], "angle": 0}
BOX_POINTS = [[40, 40], [60, 40], [60, 50], [40, 50]]
HOLE = {"type": "multipolygon", "polygons": [[[[0, 0], [9, 0], [9, 9], [0, 9]], [[3, 3], [6, 3], [6, 6], [3, 6]]], [[[20, 0], [25, 0], [25, 5]]]]}
HOLE_POINTS = [[0, 0], [9, 0], [20, 0], [25, 0], [25, 5], [20, 0], [9, 0], [9, 9], [0, 9], [0, 0], [3, 3], [3, 6], [6, 6], [6, 3], [3, 3]]
ELLIPSE = {"type": "ellipse", "center": [30, 30], "radii": [4, 2], "angle": 0.5}
SKELETON = {
    "type": "skeleton",
    "joints": [
        {"name": "nose", "x": 5, "y": 6, "visibility": 2},
        {"name": "tail", "x": 7, "y": 8, "visibility": 1},
        {"name": "left ear", "x": None, "y": None, "visibility": 0},
    ],
}


def drawing(number, kind, points, shape, **more):
    return {"id": number, "category_id": 1, "type": kind, "points": points, "attributes": {"color": "red"}, "shape": shape, **more}


DRAWINGS = [
    drawing(1, "polygon", BOX_POINTS, BOX),
    drawing(2, "polygon", HOLE_POINTS, HOLE),
    drawing(3, "polygon", [[26, 30], [30, 28], [34, 30], [30, 32]], ELLIPSE),
    drawing(4, "point", [[5, 6], [7, 8]], SKELETON),
]
SEQUENCE = {
    "frames": [
        {"annotations": [drawing(1, "polygon", BOX_POINTS, {**BOX, "angle": angle}, track_id=1, is_keyframe=True)]} for angle in (0, 0.5)
    ]
}

# name → (task type, sample attributes, label attributes)
LABELS = {
    "exact": ("vector", image(), {"annotations": DRAWINGS}),
    "exact-sequence": ("image-vector-sequence", {"frames": [image(), image("https://example.com/2.jpg")]}, SEQUENCE),
}


def annotations(attributes):
    """All annotations of parsed JSON or of a model of the SDK, frame by frame."""
    value = attributes if isinstance(attributes, dict) else attributes.model_dump()
    frames = value.get("frames") or [value]
    return [annotation for frame in frames for annotation in frame["annotations"]]


def exact(url, key, client, me, check):
    headers = {"Authorization": f"APIKey {key}"}
    for name, (task_type, sample_attributes, label_attributes) in LABELS.items():
        client.add_dataset(name, task_type=task_type)
        sample = client.add_sample(f"{me}/{name}", "one", sample_attributes)
        place = f"{url}/labels/{sample.uuid}/ground-truth/"

        def stored():
            return requests.get(place, headers=headers, timeout=30).json()["attributes"]

        answer = requests.put(place, json={"attributes": label_attributes, "label_status": "LABELED"}, headers=headers, timeout=30)
        check(answer.status_code < 300, f"a label with exact shapes is accepted: {answer.text}")
        before = [annotation["shape"] for annotation in annotations(stored())]
        for sent, shape in zip(annotations(label_attributes), before):
            check({**sent["shape"], "sha256": shape["sha256"]} == shape, "a shape is stored with the digest of its points")

        read = client.get_label(sample.uuid, "ground-truth").attributes
        stripped = annotations(read)
        check([one["points"] for one in stripped] == [one["points"] for one in annotations(label_attributes)], "the SDK reads the points")
        check(not any("shape" in one for one in stripped), "the models of the SDK have no shapes")
        target = read.frames[0] if hasattr(read, "frames") else read
        target.annotations[0].attributes = {"color": "blue"}
        client.update_label(sample.uuid, "ground-truth", attributes=read.model_dump(mode="json"))
        after = annotations(stored())
        check(after[0]["attributes"] == {"color": "blue"}, "the SDK changes an attribute")
        check([one.get("shape") for one in after] == before, "shapes that the SDK strips are restored")

        target.annotations[0].points[0][0] += 1
        client.update_label(sample.uuid, "ground-truth", attributes=read.model_dump(mode="json"))
        moved = annotations(stored())
        check("shape" not in moved[0], "a shape is not restored where the SDK has moved a point")
        check([one.get("shape") for one in moved[1:]] == before[1:], "the others are")
