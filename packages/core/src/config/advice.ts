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
  ...unknown("", sent, topKeys),
  ...(versions.includes(sent.format_version)
    ? []
    : [{ pointer: "/format_version", message: "is neither 0.1 nor 0.2" }]),
  ...each("/categories", categories, (pointer, category) => categoryAdvice(pointer, category, taskType)),
  ...each("/image_attributes", imageAttributes, (pointer, attribute) =>
    attributeAdvice(pointer, attribute, taskType),
  ),
  ...each("/warning_rules", warningRules, ruleAdvice),
  ...each("/quality_rules", qualityRules, qualityAdvice),
]

const categoryAdvice = (
  pointer: string,
  { attributes, color, id, linkAttributes, sent }: LooseCategory,
  taskType: TaskType | undefined,
): ReadonlyArray<Violation> => {
  const ofList = (here: string, attribute: LooseAttribute) => attributeAdvice(here, attribute, taskType)
  return [
    ...(id === 0 ? [{ pointer: `${pointer}/id`, message: "means no object in bitmaps" }] : []),
    ...(set(sent.dimensions) && !mayHoldCuboids(taskType)
      ? [{ pointer: `${pointer}/dimensions`, message: "has an effect on cuboids only" }]
      : []),
    ...unknown(`${pointer}/dimensions`, sent.dimensions, axisKeys),
    ...fractional(`${pointer}/color`, color ?? []),
    ...each(`${pointer}/attributes`, attributes, ofList),
    ...each(`${pointer}/link_attributes`, linkAttributes, (here, attribute) => [
      ...linkAdvice(here, attribute),
      ...ofList(here, attribute),
    ]),
  ]
}

/**
 * The advice about a value that the SDK of the wire contract cannot read: it refuses the dataset, and every list that
 * contains it.
 */
const unreadable = (pointer: string, what: string): Violation => ({
  pointer,
  message: `${what}: the segments-ai SDK cannot read this dataset, nor a list that holds it`,
})

const fractional = (pointer: string, color: ReadonlyArray<number | undefined>): ReadonlyArray<Violation> =>
  color.flatMap((part, index) =>
    Number.isInteger(part) ? [] : [unreadable(`${pointer}/${index}`, "is not a whole number")],
  )

/** Input types that the SDK accepts only for attributes of objects and images. */
const ofObjects: ReadonlyArray<unknown> = ["vector3", "quaternion", "points"]

const linkAdvice = (pointer: string, { inputType }: LooseAttribute): ReadonlyArray<Violation> =>
  ofObjects.includes(inputType)
    ? [unreadable(`${pointer}/input_type`, "is not an input type of link attributes")]
    : []

/** The advice about input types whose values are objects and lists of numbers, which labels cannot contain. */
const valueAdvice = (pointer: string, { inputType }: LooseAttribute): ReadonlyArray<Violation> =>
  ofObjects.includes(inputType)
    ? [
        {
          pointer: `${pointer}/input_type`,
          message: "is an input type whose values labels cannot hold: the segments-ai SDK cannot read them",
        },
      ]
    : []

const defaultAdvice = (pointer: string, { inputType, sent }: LooseAttribute): ReadonlyArray<Violation> => {
  const at = `${pointer}/default_value`
  const value = sent.default_value
  if (inputType === "multiselect" && Array.isArray(value)) return [unreadable(at, "is a list")]
  if (value === "" && inputType === "number") return [unreadable(at, "is empty text")]
  return []
}

const mayHoldCuboids = (taskType: TaskType | undefined): boolean =>
  taskType === undefined || taskType.includes("cuboid") || taskType === "multisensor-sequence"

const attributeAdvice = (
  pointer: string,
  attribute: LooseAttribute,
  taskType: TaskType | undefined,
): ReadonlyArray<Violation> => {
  const { sent } = attribute
  const only = (key: string, kind: string, fits: boolean) =>
    set(sent[key]) && !fits
      ? [{ pointer: `${pointer}/${key}`, message: `has an effect in ${kind} datasets only` }]
      : []
  const sequence = taskType?.endsWith("sequence") ?? true
  const multisensor = taskType === undefined || taskType === "multisensor-sequence"
  const twice = set(sent.sensors) && set(sent.sensor_filter) && sent.sensors !== sent.sensor_filter
  return [
    ...valueAdvice(pointer, attribute),
    ...defaultAdvice(pointer, attribute),
    ...unknown(pointer, sent, attributeKeys),
    ...only("is_track_level", "sequence", sequence),
    ...only("synced_across_sensors", "multi-sensor", multisensor),
    ...only("sensors", "multi-sensor", multisensor),
    ...only("sensor_filter", "multi-sensor", multisensor),
    ...(twice
      ? [{ pointer: `${pointer}/sensor_filter`, message: "means the same as sensors, which counts" }]
      : []),
  ]
}

const ruleAdvice = (pointer: string, { name, sent }: LooseRule): ReadonlyArray<Violation> => [
  ...unknown(pointer, sent, ruleKeys.get(name) ?? []),
  ...unknown(`${pointer}/min`, sent.min, axisKeys),
  ...unknown(`${pointer}/max`, sent.max, axisKeys),
]

const qualityAdvice = (pointer: string, { name, sent }: LooseRule): ReadonlyArray<Violation> => [
  ...unknown(pointer, sent, qualityKeys.get(name) ?? []),
  ...(Array.isArray(sent.bands)
    ? sent.bands.flatMap((band: unknown, index) => unknown(`${pointer}/bands/${index}`, band, bandKeys))
    : []),
]

const unknown = (pointer: string, sent: unknown, known: ReadonlyArray<string>): ReadonlyArray<Violation> =>
  isJson(sent) ? keysBeside(sent, known).map((key) => notPart(`${pointer}${formatPointer([key])}`)) : []

const keysBeside = (sent: Json, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  Object.keys(sent).filter((key) => !known.includes(key))

const notPart = (pointer: string): Violation => ({
  pointer,
  message: "is not part of the format; it is kept",
})

const each = <A>(
  pointer: string,
  list: ReadonlyArray<A | undefined> | undefined,
  advice: (pointer: string, item: A) => ReadonlyArray<Violation>,
): ReadonlyArray<Violation> =>
  (list ?? []).flatMap((item, index) => (item === undefined ? [] : advice(`${pointer}/${index}`, item)))

const set = (value: unknown): boolean => value !== undefined && value !== null
