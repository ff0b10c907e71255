/**
 * The structure of a label-editor configuration: the tables of the service specification as one Schema. Titles and
 * examples are for the JSON Schema; they annotate the keys, so that messages about a value do not repeat them.
 */
import { Schema } from "effect"
import { type Examples, Integer, makeOptional, makeRequired } from "./configurationField.ts"
import { maxJoints } from "./exactShape/ExactShape.ts"
import { QualityRule } from "./QualityRule.ts"

/** A number of an attribute: decimal text ("0.5"), a number, or "" or null for unset. */
const makeNumeric = (title: string, ...examples: Examples<string | number>) =>
  makeOptional(Schema.Union(Schema.Number, Schema.String), title, ...examples)

export const inputTypes = [
  "select",
  "multiselect",
  "text",
  "number",
  "checkbox",
  "vector3",
  "quaternion",
  "points",
] as const

const Sensors = Schema.Literal("2D", "3D", "all")

export const Attribute = Schema.Struct({
  name: makeRequired(Schema.String, "Attribute name", "color"),
  input_type: makeRequired(Schema.Literal(...inputTypes), "Type of the attribute", "select", "number"),
  values: makeOptional(Schema.Array(Schema.String), "Possible values of a select", [
    "green",
    "yellow",
    "red",
  ]),
  min: makeNumeric("Minimum value of a number", "0"),
  max: makeNumeric("Maximum value of a number", "100"),
  step: makeNumeric("Increment step of a number", "0.5"),
  default_value: Schema.optional(Schema.Unknown).annotations({
    title: "Default value, of the input type",
    examples: ["green", true, 2],
  }),
  is_mandatory: makeOptional(Schema.Boolean, "Whether leaving it out raises a warning", true),
  is_track_level: makeOptional(Schema.Boolean, "Whether it is constant across the frames of a track", true),
  applies_to_later_frames: makeOptional(
    Schema.Boolean,
    "Whether a value that is set in one frame of a track holds in the later frames, until its next change",
    false,
  ),
  synced_across_sensors: makeOptional(Schema.Boolean, "Whether it is constant across the sensors", false),
  sensors: makeOptional(Sensors, "Which sensors it applies to", "3D"),
  sensor_filter: makeOptional(Sensors, "Another name for sensors", "3D"),
}).annotations({ identifier: "Attribute" })

const makeAxes = (x: number, y: number, z: number) =>
  [
    Schema.Struct({
      x: makeOptional(Schema.Number, "Along x: length", x),
      y: makeOptional(Schema.Number, "Along y: width", y),
      z: makeOptional(Schema.Number, "Along z: height", z),
    }),
    { x, y, z },
  ] as const
const [Dimensions, car] = makeAxes(4.5, 1.9, 1.6)
const [Limits, small] = makeAxes(0.1, 0.1, 0.1)

/** Optional numbers by axis. */
export const Axes = Dimensions

const Joint = Schema.Struct({
  name: makeRequired(Schema.String, "Name, by which labels refer to the joint", "left_eye"),
  sigma: makeOptional(Schema.Number, "Deviation of its place, for object keypoint similarity", 0.025),
})

const makeJointPairs = (title: string, ...examples: Examples<ReadonlyArray<ReadonlyArray<string>>>) =>
  makeOptional(Schema.Array(Schema.Array(Schema.String)), title, ...examples)

const Skeleton = Schema.Struct({
  joints: makeRequired(
    Schema.Array(Joint).pipe(Schema.minItems(1), Schema.maxItems(maxJoints)),
    "All joints in their order",
    [{ name: "nose" }, { name: "left_eye" }, { name: "right_eye" }],
  ),
  edges: makeJointPairs("Pairs of joints that a line connects", [["nose", "left_eye"]]),
  flip: makeJointPairs("Pairs of joints that a mirrored image exchanges", [["left_eye", "right_eye"]]),
})

export const ConfiguredCategory = Schema.Struct({
  name: makeRequired(Schema.String, "Category name", "car"),
  id: makeRequired(Integer, "Index of the category", 1),
  color: makeOptional(Schema.Array(Schema.Number), "RGB color, each part from 0 to 255", [0, 113, 188]),
  has_instances: makeOptional(Schema.Boolean, "Whether it has instances (car) or not (sky)", true),
  lock_dimensions: makeOptional(Schema.Boolean, "Whether dimensions are locked", false),
  lock_rotation: makeOptional(Schema.Boolean, "Whether the rotation is locked", false),
  lock_position: makeOptional(Schema.Boolean, "Whether the position is locked", false),
  attributes: makeOptional(Schema.Array(Attribute), "Object-level attributes", [
    { name: "color", input_type: "select", values: ["green", "red"], default_value: "green" },
  ]),
  link_attributes: makeOptional(Schema.Array(Attribute), "Attributes of links from such an object", [
    { name: "relation", input_type: "text" },
  ]),
  link_category_restrictions: makeOptional(Schema.Array(Integer), "Categories that it may be linked to", [2]),
  dimensions: makeOptional(Dimensions, "Default dimensions of a new cuboid", car),
  skeleton: makeOptional(Skeleton, "Named keypoints of its objects", {
    joints: [{ name: "nose", sigma: 0.026 }, { name: "left_eye" }],
    edges: [["nose", "left_eye"]],
  }),
}).annotations({ identifier: "ConfiguredCategory" })

const makeCategories = (title: string, ...examples: Examples<ReadonlyArray<number>>) =>
  makeOptional(Schema.Array(Schema.Number), title, ...examples)

export const IntersectingCuboids = Schema.Struct({
  name: makeRequired(Schema.Literal("intersecting-cuboids"), "Kind of rule", "intersecting-cuboids"),
  excluded_categories: makeCategories("Categories that never trigger the warning", [3]),
  excluded_set_of_categories: makeCategories("Categories that may intersect each other", [1, 2]),
})

export const CuboidDimensionLimits = Schema.Struct({
  name: makeRequired(Schema.Literal("cuboid-dimension-limits"), "Kind of rule", "cuboid-dimension-limits"),
  categories: makeCategories("Categories that it applies to; none: all", [1]),
  min: makeOptional(Limits, "Minimum dimensions", small),
  max: makeOptional(Dimensions, "Maximum dimensions", car),
})

export const WarningRule = Schema.Union(IntersectingCuboids, CuboidDimensionLimits).annotations({
  identifier: "WarningRule",
})

const example = {
  format_version: "0.1",
  categories: [
    {
      name: "car",
      id: 1,
      color: [0, 113, 188],
      has_instances: true,
      attributes: [{ name: "parked", input_type: "checkbox", default_value: false }],
      dimensions: car,
    },
    { name: "road", id: 2, has_instances: false },
  ],
  image_attributes: [{ name: "weather", input_type: "select", values: ["sun", "rain"], is_mandatory: true }],
  warning_rules: [{ name: "intersecting-cuboids", excluded_categories: [2] }],
  quality_rules: [{ name: "track-dimension-change", categories: [1], max_ratio: 0.05 }],
} as const

/**
 * A label-editor configuration: `format_version`, at least one category, and optional tables. Unknown keys stay in
 * the stored text.
 */
export const Configuration = Schema.Struct({
  format_version: makeOptional(Schema.Union(Schema.String, Schema.Number), "Version of the format", "0.1"),
  categories: makeRequired(
    Schema.Array(ConfiguredCategory).pipe(Schema.minItems(1)),
    "All possible categories of a label",
    example.categories,
  ),
  image_attributes: makeOptional(Schema.Array(Attribute), "Image-level attributes", example.image_attributes),
  circle_radius: makeOptional(Integer, "Radius of the circle around the ego position", 50),
  warning_rules: makeOptional(
    Schema.Array(WarningRule),
    "Rules that generate warnings when a sample is checked",
    example.warning_rules,
  ),
  quality_rules: makeOptional(
    Schema.Array(QualityRule),
    "Further rules that generate warnings when a sample is checked",
    example.quality_rules,
  ),
}).annotations({
  identifier: "Configuration",
  title: "Label-editor configuration",
  examples: [example],
})
export interface Configuration extends Schema.Schema.Type<typeof Configuration> {}

/** The configuration of datasets that are created without one. */
export const defaultConfiguration = { format_version: "0.1", categories: [{ id: 1, name: "object" }] }
