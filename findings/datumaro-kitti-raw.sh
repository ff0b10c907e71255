#!/usr/bin/env bash
# Datumaro 1.13.12 writes KITTI raw tracklets in two ways that a reader of the format does not expect:
#  1. <h>, <w>, <l> are the sizes along x, y, z (length, width, height), where KITTI has height, width, length; <tz> is the center, where KITTI
#     has the bottom face. CVAT's "KITTI Raw" export is this writer.
#  2. A track with a gap is filled with poses whose <occlusion> and <truncation> are names ("TruncationStates.OUT_IMAGE") instead of numbers,
#     so that Datumaro cannot import its own export.
# Seen: h=4.0 of a cuboid that is 4 m long; import fails with DatasetImportError. Exits non-zero if that changes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install datumaro==1.13.12
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import re
import datumaro as dm
from datumaro.components.media import PointCloud
from datumaro import AnnotationType, Cuboid3d, DatasetItem, LabelCategories

def item(frame, *tracks):
    cuboids = [Cuboid3d([1, 2, 3], [0, 0, 0.5], [4, 2, 1.5], label=0, attributes={"track_id": t, "keyframe": True}) for t in tracks]
    return DatasetItem(id=f"f{frame}", annotations=cuboids, attributes={"frame": frame})

categories = {AnnotationType.label: LabelCategories.from_iterable(["car"])}
# Track 1 is in the frames 0 and 2, not in 1.
dataset = dm.Dataset.from_iterable([item(0, 1), item(1), item(2, 1)], categories=categories, media_type=PointCloud)
dataset.export("out", "kitti_raw")
xml = open("out/tracklet_labels.xml").read()
sizes = re.search(r"<h>(.*?)</h>\s*<w>(.*?)</w>\s*<l>(.*?)</l>", xml).groups()
assert sizes == ("4.0", "2.0", "1.5"), sizes
assert "<truncation>TruncationStates.OUT_IMAGE</truncation>" in xml
try:
    dm.Dataset.import_from("out", "kitti_raw")
except Exception as error:
    print("h, w, l of a cuboid 4 m long, 2 m wide, 1.5 m high:", *sizes)
    print("Datumaro cannot import its own export:", type(error).__name__)
else:
    raise SystemExit("The import succeeds now.")
PYTHON
