/**
 * The structure of a label-editor configuration: the tables of the service specification as one Schema. Titles and
 * examples are for the JSON Schema; they annotate the keys, so that messages about a value do not repeat them.
 */
import { Schema } from "effect"
import { type Examples, Integer, optional, required } from "./configurationField.ts"
import { maxJoints } from "./exactShape/ExactShape.ts"
import { QualityRule } from "./QualityRule.ts"

/** A number of an attribute: decimal text ("0.5"), a number, or "" or null for unset. */
const numeric = (title: string, ...examples: Examples<string | number>) =>
  optional(Schema.Union(Schema.Number, Schema.String), title, ...examples)

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
  name: required(Schema.String, "Attribute name", "color"),
  input_type: required(Schema.Literal(...inputTypes), "Type of the attribute", "select", "number"),
  values: optional(Schema.Array(Schema.String), "Possible values of a select", ["green", "yellow", "red"]),
  min: numeric("Minimum value of a number", "0"),
  max: numeric("Maximum value of a number", "100"),
  step: numeric("Increment step of a number", "0.5"),
  default_value: Schema.optional(Schema.Unknown).annotations({
    title: "Default value, of the input type",
    examples: ["green", true, 2],
  }),
  is_mandatory: optional(Schema.Boolean, "Whether leaving it out raises a warning", true),
  is_track_level: optional(Schema.Boolean, "Whether it is constant across the frames of a track", true),
  synced_across_sensors: optional(Schema.Boolean, "Whether it is constant across the sensors", false),
  sensors: optional(Sensors, "Which sensors it applies to", "3D"),
  sensor_filter: optional(Sensors, "Another name for sensors", "3D"),
}).annotations({ identifier: "Attribute" })

const axes = (x: number, y: number, z: number) =>
  [
    Schema.Struct({
      x: optional(Schema.Number, "Along x: length", x),
      y: optional(Schema.Number, "Along y: width", y),
      z: optional(Schema.Number, "Along z: height", z),
    }),
    { x, y, z },
  ] as const
const [Dimensions, car] = axes(4.5, 1.9, 1.6)
const [Limits, small] = axes(0.1, 0.1, 0.1)

/** Optional numbers by axis. */
export const Axes = Dimensions

const Joint = Schema.Struct({
  name: required(Schema.String, "Name, by which labels refer to the joint", "left_eye"),
  sigma: optional(Schema.Number, "Deviation of its place, for object keypoint similarity", 0.025),
})

const jointPairs = (title: string, ...examples: Examples<ReadonlyArray<ReadonlyArray<string>>>) =>
  optional(Schema.Array(Schema.Array(Schema.String)), title, ...examples)

const Skeleton = Schema.Struct({
  joints: required(
    Schema.Array(Joint).pipe(Schema.minItems(1), Schema.maxItems(maxJoints)),
    "All joints in their order",
    [{ name: "nose" }, { name: "left_eye" }, { name: "right_eye" }],
  ),
  edges: jointPairs("Pairs of joints that a line connects", [["nose", "left_eye"]]),
  flip: jointPairs("Pairs of joints that a mirrored image exchanges", [["left_eye", "right_eye"]]),
})

export const ConfiguredCategory = Schema.Struct({
  name: required(Schema.String, "Category name", "car"),
  id: required(Integer, "Index of the category", 1),
  color: optional(Schema.Array(Schema.Number), "RGB color, each part from 0 to 255", [0, 113, 188]),
  has_instances: optional(Schema.Boolean, "Whether it has instances (car) or not (sky)", true),
  lock_dimensions: optional(Schema.Boolean, "Whether dimensions are locked", false),
  lock_rotation: optional(Schema.Boolean, "Whether the rotation is locked", false),
  lock_position: optional(Schema.Boolean, "Whether the position is locked", false),
  attributes: optional(Schema.Array(Attribute), "Object-level attributes", [
    { name: "color", input_type: "select", values: ["green", "red"], default_value: "green" },
  ]),
  link_attributes: optional(Schema.Array(Attribute), "Attributes of links from such an object", [
    { name: "relation", input_type: "text" },
  ]),
  link_category_restrictions: optional(Schema.Array(Integer), "Categories that it may be linked to", [2]),
  dimensions: optional(Dimensions, "Default dimensions of a new cuboid", car),
  skeleton: optional(Skeleton, "Named keypoints of its objects", {
    joints: [{ name: "nose", sigma: 0.026 }, { name: "left_eye" }],
    edges: [["nose", "left_eye"]],
  }),
}).annotations({ identifier: "ConfiguredCategory" })

const categories = (title: string, ...examples: Examples<ReadonlyArray<number>>) =>
  optional(Schema.Array(Schema.Number), title, ...examples)

export const IntersectingCuboids = Schema.Struct({
  name: required(Schema.Literal("intersecting-cuboids"), "Kind of rule", "intersecting-cuboids"),
  excluded_categories: categories("Categories that never trigger the warning", [3]),
  excluded_set_of_categories: categories("Categories that may intersect each other", [1, 2]),
})

export const CuboidDimensionLimits = Schema.Struct({
  name: required(Schema.Literal("cuboid-dimension-limits"), "Kind of rule", "cuboid-dimension-limits"),
  categories: categories("Categories that it applies to; none: all", [1]),
  min: optional(Limits, "Minimum dimensions", small),
  max: optional(Dimensions, "Maximum dimensions", car),
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
  format_version: optional(Schema.Union(Schema.String, Schema.Number), "Version of the format", "0.1"),
  categories: required(
    Schema.Array(ConfiguredCategory).pipe(Schema.minItems(1)),
    "All possible categories of a label",
    example.categories,
  ),
  image_attributes: optional(Schema.Array(Attribute), "Image-level attributes", example.image_attributes),
  circle_radius: optional(Integer, "Radius of the circle around the ego position", 50),
  warning_rules: optional(
    Schema.Array(WarningRule),
    "Rules that generate warnings when a sample is checked",
    example.warning_rules,
  ),
  quality_rules: optional(
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
