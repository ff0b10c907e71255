/**
 * The rules under `quality_rules` of a label-editor configuration. They stand apart from `warning_rules`, because clients that know only those refuse
 * others there. Each is off unless it is listed. `docs/quality-rules.md` has the formulas.
 */
import { Schema } from "effect"
import { Integer, makeOptional, makeRequired } from "./configurationField.ts"

const name = <Name extends string>(value: Name) => makeRequired(Schema.Literal(value), "Kind of rule", value)

/** The range of a number. The structure permits every number; `config/qualityRules.ts` checks the range. */
export interface Bounds {
  readonly min: number
  readonly max?: number
}

const boundsKey: unique symbol = Symbol.for("@annotary/core/Bounds")

const makeRequiredNumber = (bounds: Bounds, title: string, example: number) =>
  makeRequired(Schema.Number, title, example).annotations({ [boundsKey]: bounds })

const makeOptionalNumber = (bounds: Bounds, title: string, example: number) =>
  makeOptional(Schema.Number, title, example).annotations({ [boundsKey]: bounds })

const makeIds = (title: string, example: ReadonlyArray<number>) =>
  makeOptional(Schema.Array(Integer), title, example)

/** Which annotations a rule is about. */
const scope = {
  categories: makeIds("Categories that it applies to; none: all", [1]),
  excluded_categories: makeIds("Categories that it does not apply to", [2]),
}

const TrackDimensionChange = Schema.Struct({
  name: name("track-dimension-change"),
  ...scope,
  max_ratio: makeOptionalNumber(
    { min: 0 },
    "Maximum difference from the mean of the track, as a share of it; 0.05",
    0.05,
  ),
})

const TrackRotationJump = Schema.Struct({
  name: name("track-rotation-jump"),
  ...scope,
  max_degrees: makeOptionalNumber(
    { min: 0, max: 180 },
    "Maximum rotation from a frame to the next, in degrees; 30",
    30,
  ),
})

const TrackDisplacement = Schema.Struct({
  name: name("track-displacement"),
  ...scope,
  max_distance: makeRequiredNumber(
    { min: 0 },
    "Maximum distance from a frame to the next: meters for cuboids, pixels for shapes of images",
    3,
  ),
})

const TrackCategoryChange = Schema.Struct({ name: name("track-category-change") })

const DuplicateId = Schema.Struct({ name: name("duplicate-id"), ...scope })

const DistanceBand = Schema.Struct({
  max_distance: makeRequired(
    Schema.Number,
    "Distance from the origin up to which the band goes, in meters",
    20,
  ),
  min: makeRequired(Schema.Number, "Minimum number of points in the band", 10),
})

const MinimumPoints = Schema.Struct({
  name: name("minimum-points"),
  ...scope,
  attribute: makeRequired(Schema.String, "Attribute with the number of points", "interior_points"),
  min: makeOptionalNumber({ min: 0 }, "Minimum number of points, beyond all bands", 5),
  bands: makeOptional(Schema.Array(DistanceBand), "Minimum numbers of points by distance", [
    { max_distance: 20, min: 10 },
  ]),
})

const PolygonSelfIntersection = Schema.Struct({ name: name("polygon-self-intersection"), ...scope })

const ShapeOutsideImage = Schema.Struct({
  name: name("shape-outside-image"),
  ...scope,
  width: makeOptionalNumber({ min: 1 }, "Width of the images in pixels", 1920),
  height: makeOptionalNumber({ min: 1 }, "Height of the images in pixels", 1080),
  width_attribute: makeOptional(Schema.String, "Attribute of the image with its width", "image_width"),
  height_attribute: makeOptional(Schema.String, "Attribute of the image with its height", "image_height"),
  tolerance: makeOptionalNumber({ min: 0 }, "Pixels that a shape may extend beyond the border; 0", 1),
})

const OverlappingBoxes = Schema.Struct({
  name: name("overlapping-boxes"),
  ...scope,
  max_iou: makeOptionalNumber({ min: 0, max: 1 }, "Maximum intersection over union of two boxes; 0.9", 0.9),
  across_categories: makeOptional(
    Schema.Boolean,
    "Whether boxes of different categories are compared; false",
    true,
  ),
})

const MissingJoints = Schema.Struct({
  name: name("missing-joints"),
  ...scope,
  joints: makeOptional(
    Schema.Array(Schema.String),
    "Joints that a skeleton must have; none given: all of its category",
    ["nose"],
  ),
})

/** The kinds of rules by name, in the order of the documentation. */
export const qualityRuleKinds = {
  "track-dimension-change": TrackDimensionChange,
  "track-rotation-jump": TrackRotationJump,
  "track-displacement": TrackDisplacement,
  "track-category-change": TrackCategoryChange,
  "duplicate-id": DuplicateId,
  "minimum-points": MinimumPoints,
  "polygon-self-intersection": PolygonSelfIntersection,
  "shape-outside-image": ShapeOutsideImage,
  "overlapping-boxes": OverlappingBoxes,
  "missing-joints": MissingJoints,
} as const

/** The bounds of the numbers of each kind, by key. */
export const qualityRuleBounds: ReadonlyMap<string, ReadonlyArray<readonly [string, Bounds]>> = new Map(
  Object.entries(qualityRuleKinds).map(([kind, { fields }]) => [
    kind,
    Object.entries<Schema.PropertySignature.All>(fields).flatMap(([key, field]) => {
      const bounds = readBounds(field)
      return bounds === undefined ? [] : [[key, bounds] as const]
    }),
  ]),
)

function readBounds({ ast }: Schema.PropertySignature.All): Bounds | undefined {
  if (ast._tag === "PropertySignatureTransformation") return undefined
  // Cast: only the functions above write this annotation.
  return ast.annotations[boundsKey] as Bounds | undefined
}

export const QualityRule = Schema.Union(
  TrackDimensionChange,
  TrackRotationJump,
  TrackDisplacement,
  TrackCategoryChange,
  DuplicateId,
  MinimumPoints,
  PolygonSelfIntersection,
  ShapeOutsideImage,
  OverlappingBoxes,
  MissingJoints,
).annotations({ identifier: "QualityRule" })
export type QualityRule = typeof QualityRule.Type

export type QualityRuleName = QualityRule["name"]
