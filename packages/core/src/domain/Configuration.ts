/** The structure of a label-editor configuration: the tables of the service specification as one Schema. */
import { Schema } from "effect"

/** Numbers of attributes come as text ("0.5"), as numbers, as "" or null for unset. */
const Numeric = Schema.NullOr(Schema.Union(Schema.Number, Schema.String))
const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

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

export const Attribute = Schema.Struct({
  name: Schema.String,
  input_type: Schema.Literal(...inputTypes),
  values: optional(Schema.Array(Schema.String)),
  min: Schema.optional(Numeric),
  max: Schema.optional(Numeric),
  step: Schema.optional(Numeric),
  default_value: Schema.optional(Schema.Unknown),
  is_mandatory: optional(Schema.Boolean),
  is_track_level: optional(Schema.Boolean),
  synced_across_sensors: optional(Schema.Boolean),
  sensors: optional(Schema.Literal("2D", "3D", "all")),
  sensor_filter: optional(Schema.Literal("2D", "3D", "all")),
}).annotations({ identifier: "Attribute" })

const Axes = Schema.Struct({
  x: optional(Schema.Number),
  y: optional(Schema.Number),
  z: optional(Schema.Number),
})

export const ConfiguredCategory = Schema.Struct({
  name: Schema.String,
  id: Schema.Int,
  color: optional(Schema.Array(Schema.Number)),
  has_instances: optional(Schema.Boolean),
  lock_dimensions: optional(Schema.Boolean),
  lock_rotation: optional(Schema.Boolean),
  lock_position: optional(Schema.Boolean),
  attributes: optional(Schema.Array(Attribute)),
  link_attributes: optional(Schema.Array(Attribute)),
  link_category_restrictions: optional(Schema.Array(Schema.Int)),
  dimensions: optional(Axes),
}).annotations({ identifier: "ConfiguredCategory" })

export const WarningRule = Schema.Union(
  Schema.Struct({
    name: Schema.Literal("intersecting-cuboids"),
    excluded_categories: optional(Schema.Array(Schema.Number)),
    excluded_set_of_categories: optional(Schema.Array(Schema.Number)),
  }),
  Schema.Struct({
    name: Schema.Literal("cuboid-dimension-limits"),
    categories: optional(Schema.Array(Schema.Number)),
    min: optional(Axes),
    max: optional(Axes),
  }),
).annotations({ identifier: "WarningRule" })

/** `format_version`, at least one category, and what may stand beside them. Unknown keys are kept in the stored text. */
export const Configuration = Schema.Struct({
  format_version: optional(Schema.Union(Schema.String, Schema.Number)),
  categories: Schema.Array(ConfiguredCategory).pipe(Schema.minItems(1)),
  image_attributes: optional(Schema.Array(Attribute)),
  circle_radius: optional(Schema.Int),
  warning_rules: optional(Schema.Array(WarningRule)),
}).annotations({ identifier: "Configuration", title: "Label-editor configuration" })
export interface Configuration extends Schema.Schema.Type<typeof Configuration> {}

/** What a dataset gets when it is created without one. */
export const defaultConfiguration = { format_version: "0.1", categories: [{ id: 1, name: "object" }] }
