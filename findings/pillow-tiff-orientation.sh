#!/usr/bin/env bash
# Pillow 12.1.1: whether a TIFF with an orientation comes upright depends on how it is opened.
#
# Since Pillow turns TIFF files upright while it loads them, Image.open(path).size already is the upright size. But an uncompressed gray or
# RGBA file that is opened BY ITS PATH is mapped into memory, and then its pixels stay as stored although the tag is dropped: after load()
# the size changes back, and ImageOps.exif_transpose finds no tag and turns nothing. The same bytes from a file object, the same picture in
# RGB, or compressed with LZW, are upright.
#
# Seen on Python 3.11 (orientation 6, stored 7 x 5):
#   L    raw by path   : open (5, 7), loaded (7, 5), exif_transpose (7, 5)
#   L    raw by object : open (5, 7), loaded (5, 7), exif_transpose (5, 7)
#   RGB  raw by path   : open (5, 7), loaded (5, 7), exif_transpose (5, 7)
#   L    LZW by path   : open (5, 7), loaded (5, 7), exif_transpose (5, 7)
#
# Whoever measures with Image.open(path).size and reads pixels with numpy.array(Image.open(path)) gets two frames. The script fails when
# that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet pillow==12.1.1
cat > "$folder/try.py" <<'PY'
import io, os, sys
from PIL import Image, ImageOps

path = os.path.join(sys.argv[1], "picture.tif")

def sizes(mode, compression, by_path):
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new(mode, (7, 5)).save(path, exif=exif, compression=compression)
    def opened():
        return Image.open(path if by_path else io.BytesIO(open(path, "rb").read()))
    image = opened()
    before = image.size
    image.load()
    return before, image.size, ImageOps.exif_transpose(opened()).size

expected = {
    ("L", None, True): ((5, 7), (7, 5), (7, 5)),
    ("RGBA", None, True): ((5, 7), (7, 5), (7, 5)),
    ("L", None, False): ((5, 7), (5, 7), (5, 7)),
    ("RGB", None, True): ((5, 7), (5, 7), (5, 7)),
    ("L", "tiff_lzw", True): ((5, 7), (5, 7), (5, 7)),
}
failed = False
for case, wanted in expected.items():
    found = sizes(*case)
    print(*case, "open, loaded, exif_transpose:", *found)
    failed = failed or found != wanted
sys.exit(failed)
PY
"$folder/venv/bin/python" "$folder/try.py" "$folder"
