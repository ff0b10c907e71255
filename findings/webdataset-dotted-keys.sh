#!/usr/bin/env bash
# webdataset 1.0.2: ShardWriter counts three samples (`sink.total`) of which its own reader returns one, without an error or a warning on either side,
# when keys have dots. The writer takes any key; the reader cuts names at the FIRST dot of the last part of the path, whatever the ending is. Photos
# named by a date or a version become one sample for each beginning of a name, with members such as "05.01.png". A training loop that takes "png"
# gets none from any sample, and one that takes the length of the epoch from the count of the writer is wrong.
# Seen: three samples written under IMG_2026.05.01, IMG_2026.05.02 and IMG_2026.11.27, one read: IMG_2026 with six members.
# Exits non-zero if that changes.
# Python 3.11. Exits with 2 if the packages cannot be installed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv" && "$work/venv/bin/pip" -q install webdataset==1.0.2 numpy==2.4.6 pillow==12.1.1 || {
  echo "The packages cannot be installed." >&2
  exit 2
}
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import sys
import webdataset as wds
from PIL import Image

names = ["IMG_2026.05.01", "IMG_2026.05.02", "IMG_2026.11.27"]
with wds.ShardWriter("train-%06d.tar", verbose=0) as sink:
    for index, name in enumerate(names):
        sink.write({"__key__": name, "png": Image.new("RGB", (4, 4)), "cls": index})
    written = sink.total
samples = [
    (sample["__key__"], sorted(key for key in sample if not key.startswith("__")))
    for sample in wds.WebDataset("train-000000.tar", shardshuffle=False)
]
print("written:", written, "read:", samples)
members = [name.split(".", 1)[1] + ending for name in names for ending in (".cls", ".png")]
sys.exit(0 if written == 3 and samples == [("IMG_2026", members)] else 1)
PYTHON
