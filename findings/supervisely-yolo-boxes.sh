#!/usr/bin/env bash
# A box that goes from YOLO into Supervisely and back by the SDK's own converters (PyPI supervisely 6.74.51) comes out one pixel wider and one
# pixel higher, each time again, and its center drifts. The reader of YOLO makes a Rectangle whose right and bottom sides are the edges of the
# box, as the readers of COCO and Label Studio do; the writer takes Rectangle.width, which is right - left + 1, because a Rectangle of
# Supervisely counts its last pixel in. So whether a side of a Supervisely box is an edge or a pixel depends on where the box came from, and
# evaluation of small objects after such a turn compares other boxes. Files of projects do not say which of both they have.
# Seen, for an image of 60 x 40 and the box 0.5 0.5 0.5 0.5: width 30, 31, 32, 33 pixels and height 20, 21, 22, 23 after 0, 1, 2, 3 turns.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet supervisely==6.74.51
cat >turns.py <<'PY'
from supervisely.convert.image.yolo.yolo_helper import convert_rectangle, rectangle_to_yolo_line

width, height = 60, 40
line = "0 0.500000 0.500000 0.500000 0.500000"
sizes = []
for turn in range(4):
    x, y, w, h = (float(value) for value in line.split()[1:])
    sizes.append((round(w * width), round(h * height)))
    line = rectangle_to_yolo_line(0, convert_rectangle(height, width, [x, y, w, h]), height, width)
print(sizes)
assert sizes == [(30, 20), (31, 21), (32, 22), (33, 23)], "the boxes keep their size now, or change otherwise"
PY
venv/bin/python turns.py 2>/dev/null
