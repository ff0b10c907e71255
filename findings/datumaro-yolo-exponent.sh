#!/usr/bin/env bash
# Datumaro 1.13.12 leaves an image and its boxes out of a YOLO dataset, without a word, when the first row of its label file has a number in
# exponent notation, such as 2e-05. Ultralytics writes its predictions with "%g" (engine/results.py, save_txt), which prints shares below 0.0001
# so, and reads them. The importer takes only digits and dots in the first row for numbers; the further rows are parsed as Python floats, so the
# same number in the second row is read.
# Seen: of three images the one whose first row has the exponent is missing. Exits non-zero if that changes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install datumaro==1.13.12
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
from pathlib import Path
import datumaro as dm
from PIL import Image

small = "0 0.5 0.5 %g 0.2" % 0.00002
usual = "0 0.5 0.5 0.2 0.2"
rows = {"usual": [usual], "first": [small, usual], "second": [usual, small]}
root = Path("dataset")
for name, lines in rows.items():
    for folder in ("images", "labels"):
        (root / folder / "train").mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (60, 40)).save(root / "images" / "train" / f"{name}.png")
    (root / "labels" / "train" / f"{name}.txt").write_text("\n".join(lines) + "\n")
(root / "data.yaml").write_text("train: images/train\nval: images/train\nnames: [cat]\n")
found = {item.id: len(item.annotations) for item in dm.Dataset.import_from(str(root), "yolo")}
print("the row with an exponent:", small)
print("boxes of each image that Datumaro has:", found)
assert found == {"usual": 1, "second": 2}, found
PYTHON
