/** The names of the rules, without a schema: checks in a browser load them alone. */

/** The rules that always apply. */
export const constantRuleNames = [
  "degenerate-cuboid",
  "mandatory-attribute",
  "attribute-value",
  "attribute-range",
  "unknown-attribute",
  "unknown-category",
  "unknown-joint",
  "track-attribute",
  "sensor-attribute",
  "duplicate-annotation-id",
  "missing-link-end",
  "malformed-label",
] as const

/** The rules: two that `warning_rules` lists, those that always apply, then those under `quality_rules`. */
export const warningRuleNames = [
  "intersecting-cuboids",
  "cuboid-dimension-limits",
  ...constantRuleNames,
  "track-dimension-change",
  "track-rotation-jump",
  "track-displacement",
  "track-category-change",
  "duplicate-id",
  "minimum-points",
  "polygon-self-intersection",
  "shape-outside-image",
  "overlapping-boxes",
  "missing-joints",
] as const
