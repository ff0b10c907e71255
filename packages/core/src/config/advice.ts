/** Advice about valid but unusual content of a configuration. */
import {
  Attribute,
  Axes,
  Configuration,
  CuboidDimensionLimits,
  IntersectingCuboids,
  type WarningRule,
} from "../domain/Configuration.ts"
import type { TaskType } from "../domain/Dataset.ts"
import type { Violation } from "../domain/errors.ts"
import { qualityRuleKinds } from "../domain/QualityRule.ts"
import { formatPointer } from "../domain/violations.ts"
import {
  isJson,
  type Json,
  type LooseAttribute,
  type LooseCategory,
  type LooseConfiguration,
  type LooseRule,
} from "./loose.ts"

const topKeys = Object.keys(Configuration.fields)
const attributeKeys = Object.keys(Attribute.fields)
const axisKeys = Object.keys(Axes.fields)
const ruleKeys: ReadonlyMap<string | undefined, ReadonlyArray<string>> = new Map(
  Object.entries({
    "intersecting-cuboids": Object.keys(IntersectingCuboids.fields),
    "cuboid-dimension-limits": Object.keys(CuboidDimensionLimits.fields),
  } satisfies { readonly [Name in (typeof WarningRule.Type)["name"]]: ReadonlyArray<string> }),
)
const qualityKeys: ReadonlyMap<string | undefined, ReadonlyArray<string>> = new Map(
  Object.entries(qualityRuleKinds).map(([name, { fields }]) => [name, Object.keys(fields)]),
)
const bandKeys = ["max_distance", "min"]
const versions: ReadonlyArray<unknown> = [undefined, null, "0.1", "0.2", 0.1, 0.2]

/** The advice about a valid configuration. `taskType`: the kind of dataset, if known. */
export const advise = (
  { categories, imageAttributes, qualityRules, sent, warningRules }: LooseConfiguration,
  taskType?: TaskType,
): ReadonlyArray<Violation> => [
  ...listUnknownKeys("", sent, topKeys),
  ...(versions.includes(sent.format_version)
    ? []
    : [{ pointer: "/format_version", message: "is neither 0.1 nor 0.2" }]),
  ...mapItems("/categories", categories, (pointer, category) =>
    adviseOnCategory(pointer, category, taskType),
  ),
  ...mapItems("/image_attributes", imageAttributes, (pointer, attribute) =>
    adviseOnSensors(pointer, attribute, taskType),
  ),
  ...mapItems("/warning_rules", warningRules, adviseOnRule),
  ...mapItems("/quality_rules", qualityRules, adviseOnQualityRule),
]

const adviseOnCategory = (
  pointer: string,
  { attributes, color, id, linkAttributes, sent }: LooseCategory,
  taskType: TaskType | undefined,
): ReadonlyArray<Violation> => {
  const adviseOnAttribute = (here: string, attribute: LooseAttribute) =>
    adviseOnSensors(here, attribute, taskType)
  return [
    ...(id === 0 ? [{ pointer: `${pointer}/id`, message: "means no object in bitmaps" }] : []),
    ...(set(sent.dimensions) && !canHoldCuboids(taskType)
      ? [{ pointer: `${pointer}/dimensions`, message: "has an effect on cuboids only" }]
      : []),
    ...listUnknownKeys(`${pointer}/dimensions`, sent.dimensions, axisKeys),
    ...findFractions(`${pointer}/color`, color ?? []),
    ...mapItems(`${pointer}/attributes`, attributes, adviseOnAttribute),
    ...mapItems(`${pointer}/link_attributes`, linkAttributes, (here, attribute) => [
      ...linkAdvice(here, attribute),
      ...adviseOnAttribute(here, attribute),
    ]),
  ]
}

/**
 * The advice about a value that the SDK of the wire contract cannot read: it refuses the dataset, and every list that
 * contains it.
 */
const makeUnreadableViolation = (pointer: string, what: string): Violation => ({
  pointer,
  message: `${what}: the segments-ai SDK cannot read this dataset, nor a list that holds it`,
})

const findFractions = (pointer: string, color: ReadonlyArray<number | undefined>): ReadonlyArray<Violation> =>
  color.flatMap((part, index) =>
    Number.isInteger(part) ? [] : [makeUnreadableViolation(`${pointer}/${index}`, "is not a whole number")],
  )

/** Input types that the SDK accepts only for attributes of objects and images. */
const ofObjects: ReadonlyArray<unknown> = ["vector3", "quaternion", "points"]

const linkAdvice = (pointer: string, { inputType }: LooseAttribute): ReadonlyArray<Violation> =>
  ofObjects.includes(inputType)
    ? [makeUnreadableViolation(`${pointer}/input_type`, "is not an input type of link attributes")]
    : []

/** The advice about input types whose values are objects and lists of numbers, which labels cannot contain. */
const adviseOnValues = (pointer: string, { inputType }: LooseAttribute): ReadonlyArray<Violation> =>
  ofObjects.includes(inputType)
    ? [
        {
          pointer: `${pointer}/input_type`,
          message: "is an input type whose values labels cannot hold: the segments-ai SDK cannot read them",
        },
      ]
    : []

const adviseOnDefault = (pointer: string, { inputType, sent }: LooseAttribute): ReadonlyArray<Violation> => {
  const at = `${pointer}/default_value`
  const value = sent.default_value
  if (inputType === "multiselect" && Array.isArray(value)) return [makeUnreadableViolation(at, "is a list")]
  if (value === "" && inputType === "number") return [makeUnreadableViolation(at, "is empty text")]
  return []
}

const canHoldCuboids = (taskType: TaskType | undefined): boolean =>
  taskType === undefined || taskType.includes("cuboid") || taskType === "multisensor-sequence"

const adviseOnSensors = (
  pointer: string,
  attribute: LooseAttribute,
  taskType: TaskType | undefined,
): ReadonlyArray<Violation> => {
  const { sent } = attribute
  const adviseOnly = (key: string, kind: string, fits: boolean) =>
    set(sent[key]) && !fits
      ? [{ pointer: `${pointer}/${key}`, message: `has an effect in ${kind} datasets only` }]
      : []
  const sequence = taskType?.endsWith("sequence") ?? true
  const multisensor = taskType === undefined || taskType === "multisensor-sequence"
  const twice = set(sent.sensors) && set(sent.sensor_filter) && sent.sensors !== sent.sensor_filter
  return [
    ...adviseOnValues(pointer, attribute),
    ...adviseOnDefault(pointer, attribute),
    ...listUnknownKeys(pointer, sent, attributeKeys),
    ...adviseOnly("is_track_level", "sequence", sequence),
    ...adviseOnly("applies_to_later_frames", "sequence", sequence),
    ...adviseOnly("synced_across_sensors", "multi-sensor", multisensor),
    ...adviseOnly("sensors", "multi-sensor", multisensor),
    ...adviseOnly("sensor_filter", "multi-sensor", multisensor),
    ...(sent.is_track_level === true && sent.applies_to_later_frames === true
      ? [
          {
            pointer: `${pointer}/applies_to_later_frames`,
            message: "has no effect beside is_track_level, which sets all frames",
          },
        ]
      : []),
    ...(twice
      ? [{ pointer: `${pointer}/sensor_filter`, message: "means the same as sensors, which counts" }]
      : []),
  ]
}

const adviseOnRule = (pointer: string, { name, sent }: LooseRule): ReadonlyArray<Violation> => [
  ...listUnknownKeys(pointer, sent, ruleKeys.get(name) ?? []),
  ...listUnknownKeys(`${pointer}/min`, sent.min, axisKeys),
  ...listUnknownKeys(`${pointer}/max`, sent.max, axisKeys),
]

const adviseOnQualityRule = (pointer: string, { name, sent }: LooseRule): ReadonlyArray<Violation> => [
  ...listUnknownKeys(pointer, sent, qualityKeys.get(name) ?? []),
  ...(Array.isArray(sent.bands)
    ? sent.bands.flatMap((band: unknown, index) =>
        listUnknownKeys(`${pointer}/bands/${index}`, band, bandKeys),
      )
    : []),
]

const listUnknownKeys = (
  pointer: string,
  sent: unknown,
  known: ReadonlyArray<string>,
): ReadonlyArray<Violation> =>
  isJson(sent)
    ? findUnknownKeys(sent, known).map((key) => makeIgnoredViolation(`${pointer}${formatPointer([key])}`))
    : []

const findUnknownKeys = (sent: Json, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  Object.keys(sent).filter((key) => !known.includes(key))

const makeIgnoredViolation = (pointer: string): Violation => ({
  pointer,
  message: "is not part of the format; it is kept",
})

const mapItems = <A>(
  pointer: string,
  list: ReadonlyArray<A | undefined> | undefined,
  advice: (pointer: string, item: A) => ReadonlyArray<Violation>,
): ReadonlyArray<Violation> =>
  (list ?? []).flatMap((item, index) => (item === undefined ? [] : advice(`${pointer}/${index}`, item)))

const set = (value: unknown): boolean => value !== undefined && value !== null
