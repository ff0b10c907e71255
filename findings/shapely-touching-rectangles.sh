#!/usr/bin/env bash
# Shapely 2.2.0 (GEOS 3.14.1): the intersection of two rectangles that share an edge, as footprints of boxes that touch, can be the whole of one
# of them. The IoU of the two is 1 then, not 0. Two of the four corners of the edge differ in the last bit of a coordinate, as they do where
# corners are computed from a center, a size and a yaw. Nothing warns: both polygons are valid, and `touches` is right.
# The result depends on the order of the operands, so that the other order shows the fault. So does `grid_size`. The union loses one rectangle.
# Of 10 000 pairs of cuboids with random yaw, 3 of the 500 that touched were concerned. 2.1.2 (GEOS 3.13.1) and 2.0.7 (3.11.4) do the same.
# Seen: the lines below.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet numpy==2.4.6 shapely==2.2.0
cat >try.py <<'PY'
import shapely
a = shapely.from_wkt("POLYGON ((-1.148580481343913 -1.8613561277853163, -2.11123586258737 -0.571460312789195, 1.148580481343913 1.8613561277853163, 2.11123586258737 0.571460312789195, -1.148580481343913 -1.8613561277853163))")
b = shapely.from_wkt("POLYGON ((2.11123586258737 0.5714603127891951, 1.148580481343913 1.8613561277853163, 4.408396825275196 4.294172568359828, 5.3710522065186534 3.0042767533637065, 2.11123586258737 0.5714603127891951))")
def area(geometry):
    return round(shapely.area(geometry), 6)
print("valid:", shapely.is_valid(a), shapely.is_valid(b), "touches:", shapely.touches(a, b))
print("areas:", area(a), area(b))
print("a and b:", area(shapely.intersection(a, b)))
print("b and a:", area(shapely.intersection(b, a)))
print("a and b on a grid of 1e-12:", area(shapely.intersection(a, b, grid_size=1e-12)))
print("a or b:", area(shapely.union(a, b)))
PY
venv/bin/python try.py | tee seen
diff seen - <<'END'
valid: True True touches: True
areas: 6.546787 6.546787
a and b: 6.546787
b and a: 0.0
a and b on a grid of 1e-12: 0.0
a or b: 6.546787
END
