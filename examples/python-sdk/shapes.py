"""One sample of each of the five sample shapes and one label of each of the eleven label shapes of the SDK."""

VECTOR = {"x": 1.0, "y": 2.0, "z": 3.0}
POSE = {"position": VECTOR, "heading": {"qx": 0.0, "qy": 0.0, "qz": 0.0, "qw": 1.0}}
CAMERA = {
    "url": "https://example.com/front.jpg",
    "row": 0,
    "col": 1,
    "name": "front",
    "intrinsics": {"intrinsic_matrix": [[1000.0, 0.0, 640.0], [0.0, 1000.0, 360.0], [0.0, 0.0, 1.0]]},
    "extrinsics": {"translation": VECTOR, "rotation": {"qx": 0.0, "qy": 0.0, "qz": 0.0, "qw": 1.0}},
    "distortion": {"model": "fisheye", "coefficients": {"k1": 0.1, "k2": 0.0, "k3": 0.0, "k4": 0.0}},
    "camera_convention": "OpenCV",
}
# A nanosecond timestamp above 2^53, which changes when it is rounded to a double.
NANOSECONDS = 1700000000123456789


def image(url="https://example.com/image.jpg"):
    return {"image": {"url": url}}


def cloud(number=0):
    return {
        "pcd": {"url": f"https://example.com/{number}.pcd", "type": "pcd"},
        "images": [CAMERA],
        "ego_pose": POSE,
        "default_z": -1.5,
        "name": f"{number:05d}",
        "timestamp": NANOSECONDS + number,
        "bounds": {"min_z": -2.0, "max_z": 4.0},
    }


def image_sequence():
    return {"frames": [{**image(f"https://example.com/{n}.jpg"), "name": f"{n:05d}", "timestamp": NANOSECONDS + n} for n in range(2)]}


def cloud_sequence():
    return {"frames": [cloud(0), cloud(1)]}


def multi_sensor():
    return {
        "sensors": [
            {"name": "Lidar", "task_type": "pointcloud-cuboid-sequence", "attributes": cloud_sequence()},
            {"name": "Camera 1", "task_type": "image-vector-sequence", "attributes": image_sequence()},
        ]
    }


ATTRIBUTES = {"color": "red", "occluded": True, "points": 7, "ratio": 0.5, "tags": ["a", "b"], "unset": None}
BITMAP = {"url": "https://example.com/bitmap.png"}
OBJECT = {"id": 1, "category_id": 1}
TRACK = {**OBJECT, "track_id": 1, "is_keyframe": True}
BOX = {**OBJECT, "type": "bbox", "points": [[1.0, 2.0], [30.5, 40.5]], "attributes": ATTRIBUTES}
POLYGON = {**OBJECT, "id": 2, "type": "polygon", "points": [[1.0, 2.0], [3.0, 4.0], [5.0, 0.0]]}
CUBOID = {
    **OBJECT,
    "type": "cuboid",
    "position": VECTOR,
    "dimensions": {"x": 4.5, "y": 1.9, "z": 1.6},
    "yaw": 0.25,
    "attributes": ATTRIBUTES,
}
LINE_3D = {**OBJECT, "id": 2, "type": "polyline", "points": [[0.0, 0.0, 0.0], [1.0, 1.0, 0.5]]}
LINK = {"from_id": 1, "to_id": 2, "attributes": {"kind": "towing"}}
TRACKED = {"track_id": 1, "is_keyframe": True}
COMMON = {"format_version": "0.1", "image_attributes": {"weather": "rain", "night": False}}


def frames(*bodies):
    return {"frames": [{**body, "timestamp": NANOSECONDS + n, **COMMON} for n, body in enumerate(bodies)], "format_version": "0.2"}


CUBOID_FRAMES = frames({"annotations": [{**CUBOID, **TRACKED}]}, {"annotations": [{**CUBOID, **TRACKED, "is_keyframe": False}]})
VECTOR_FRAMES = frames({"annotations": [{**BOX, **TRACKED}]}, {"annotations": []})

# shape → (task type, sample attributes, label attributes)
SHAPES = {
    "image segmentation": (
        "segmentation-bitmap",
        image(),
        {"annotations": [{**OBJECT, "attributes": ATTRIBUTES}], "segmentation_bitmap": BITMAP, **COMMON},
    ),
    "image vector": ("vector", image(), {"annotations": [BOX, POLYGON], **COMMON}),
    "image sequence segmentation": (
        "image-segmentation-sequence",
        image_sequence(),
        frames({"annotations": [TRACK], "segmentation_bitmap": BITMAP}, {"annotations": [TRACK], "segmentation_bitmap": BITMAP}),
    ),
    "image sequence vector": ("image-vector-sequence", image_sequence(), VECTOR_FRAMES),
    "point cloud segmentation": (
        "pointcloud-segmentation",
        cloud(),
        {"annotations": [OBJECT], "point_annotations": [0, 1, 1, 0], **COMMON},
    ),
    "point cloud cuboid": ("pointcloud-cuboid", cloud(), {"annotations": [CUBOID, {**CUBOID, "id": 2}], "links": [LINK], **COMMON}),
    "point cloud vector": ("pointcloud-vector", cloud(), {"annotations": [LINE_3D, {**CUBOID, "id": 3}], "links": [LINK], **COMMON}),
    "point cloud sequence segmentation": (
        "pointcloud-segmentation-sequence",
        cloud_sequence(),
        frames({"annotations": [TRACK], "point_annotations": [1, 0]}, {"annotations": [TRACK], "point_annotations": [0, 1]}),
    ),
    "point cloud sequence cuboid": ("pointcloud-cuboid-sequence", cloud_sequence(), {**CUBOID_FRAMES, "links": [LINK]}),
    "point cloud sequence vector": (
        "pointcloud-vector-sequence",
        cloud_sequence(),
        {**frames({"annotations": [{**LINE_3D, **TRACKED}]}, {"annotations": [{**LINE_3D, **TRACKED}]}), "links": [LINK]},
    ),
    "multi-sensor": (
        "multisensor-sequence",
        multi_sensor(),
        {
            "sensors": [
                {"name": "Lidar", "task_type": "pointcloud-cuboid-sequence", "attributes": CUBOID_FRAMES},
                {"name": "Camera 1", "task_type": "image-vector-sequence", "attributes": VECTOR_FRAMES},
            ],
            "links": [LINK],
        },
    ),
}
