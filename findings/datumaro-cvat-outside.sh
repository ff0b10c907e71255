#!/usr/bin/env bash
# Datumaro 1.13.0, reading CVAT XML 1.1 "for video" and writing COCO.
#
# A track of CVAT ends by a shape with outside="1": the object is not in that frame. Datumaro reads this shape as an ordinary box, with the
# attribute `outside: true`, and its COCO exporter writes it among the annotations of the frame. COCO has no such attribute, so that whoever
# trains with the file has an object where CVAT shows none. One expects the box to be dropped, as CVAT's own export to COCO drops it.
#
# Seen: a track that is in the frames 0 and 1, outside in 2, and back in 3 has four annotations in COCO, one of them in frame 2.
# Exits with 0 while it is so, and with 1 when it has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check datumaro==1.13.0
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import json
import os

import numpy as np
from PIL import Image
from datumaro.components.dataset import Dataset

os.makedirs("cvat/images")
for frame in range(4):
    Image.fromarray(np.zeros((80, 100, 3), np.uint8)).save(f"cvat/images/frame_{frame:06d}.PNG")
shapes = "".join(
    f'<box frame="{frame}" keyframe="1" outside="{outside}" occluded="0" '
    f'xtl="{frame}" ytl="2" xbr="{frame + 10}" ybr="12" z_order="0"/>'
    for frame, outside in enumerate([0, 0, 1, 0])
)
with open("cvat/annotations.xml", "w") as file:
    file.write(
        '<?xml version="1.0" encoding="utf-8"?><annotations><version>1.1</version><meta><task><id>1</id>'
        "<name>t</name><size>4</size><mode>interpolation</mode><overlap>5</overlap><start_frame>0</start_frame>"
        "<stop_frame>3</stop_frame><frame_filter></frame_filter><labels><label><name>car</name>"
        "<attributes></attributes></label></labels><original_size><width>100</width><height>80</height>"
        f'</original_size></task></meta><track id="0" label="car" source="manual">{shapes}</track></annotations>'
    )
Dataset.import_from("cvat", "cvat").export("coco", "coco_instances")
(name,) = os.listdir("coco/annotations")
with open(f"coco/annotations/{name}") as file:
    coco = json.load(file)
names = {image["id"]: image["file_name"] for image in coco["images"]}
found = [(names[one["image_id"]], one["attributes"]["outside"]) for one in coco["annotations"]]
print(found)
assert len(found) == 4, "Datumaro drops shapes that are outside now"
assert [outside for _, outside in found] == [False, False, True, False]
PYTHON
