#!/usr/bin/env bash
# Kalphacv 1.5.2 (PyPI), Krippendorff's alpha for object detection, stands for an object that a person did not draw by the number 0, the same
# number as a category whose id is 0. With ids that begin at 0, as YOLO and most training code have them, a missing box of the first category
# is perfect agreement; with the same boxes and ids that begin at 1 it is not. Nothing warns.
# Seen: ana draws three boxes of one category and one of another, ben draws only the last one.
# "ids from 1: 0.0" and "ids from 0: 1.0".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet numpy==2.4.6 scipy==1.17.1 krippendorff==0.9.0 shapely==2.2.0 pillow==12.0.0 tqdm==4.70.1
venv/bin/pip install --quiet --no-deps kalphacv==1.5.2
cat >try.py <<'PY'
import json
from kalphacv import calculate_iaa_from_annotations
def measure(first):
    boxes = [("ana", first, 0), ("ana", first, 100), ("ana", first, 200), ("ana", first + 1, 300), ("ben", first + 1, 300)]
    json.dump({
        "images": [{"id": 1, "file_name": "a.jpg", "width": 500, "height": 100, "raters": ["ana", "ben"]}],
        "categories": [{"id": first, "name": "car"}, {"id": first + 1, "name": "van"}],
        "annotations": [{"id": i + 1, "image_id": 1, "category_id": c, "bbox": [x, 0, 50, 50], "rater": r} for i, (r, c, x) in enumerate(boxes)],
    }, open("coco.json", "w"))
    return calculate_iaa_from_annotations("bbox", "coco.json", "raters", "rater", silent=True)[0.5]
print("ids from 1:", measure(1))
print("ids from 0:", measure(0))
PY
venv/bin/python try.py | tee seen
diff seen - <<'END'
ids from 1: 0.0
ids from 0: 1.0
END
