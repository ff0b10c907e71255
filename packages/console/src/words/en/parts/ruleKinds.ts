/** The rules of a configuration that raise warnings. */
export const ruleKinds = {
  "intersecting-cuboids": "Intersecting cuboids",
  "cuboid-dimension-limits": "Cuboid too small or too large",
  "track-dimension-change": "Track changes its size",
  "track-rotation-jump": "Rotation jumps within a track",
  "track-displacement": "Position jumps within a track",
  "track-category-change": "Track changes its category",
  "duplicate-id": "Two objects with the same track ID",
  "minimum-points": "Cuboid with too few points",
  "polygon-self-intersection": "Polygon crosses itself",
  "shape-outside-image": "Shape outside the image",
  "overlapping-boxes": "Overlapping boxes",
  "missing-joints": "Skeleton with missing joints",
} as const
