/** What is odd about a configuration that is stored all the same. */
import { Attribute, Configuration, type ConfiguredCategory } from "../domain/Configuration.ts"
import type { TaskType } from "../domain/Dataset.ts"
import type { Violation } from "../domain/errors.ts"

/** A JSON object, unread. */
type Json = { readonly [key: string]: unknown }
type Category = typeof ConfiguredCategory.Type

const topKeys = Object.keys(Configuration.fields)
const attributeKeys = Object.keys(Attribute.fields)
const versions: ReadonlyArray<unknown> = [undefined, null, "0.1", "0.2", 0.1, 0.2]

/** `sent` is what the checked configuration was decoded from; `taskType` the kind of dataset, where there is one. */
export const advise = (
  sent: Json,
  configuration: Configuration,
  taskType?: TaskType,
): ReadonlyArray<Violation> => [
  ...unknown("", sent, topKeys),
  ...(versions.includes(configuration.format_version)
    ? []
    : [{ pointer: "/format_version", message: "is neither 0.1 nor 0.2" }]),
  ...configuration.categories.flatMap((category, index) =>
    categoryAdvice(`/categories/${index}`, category, at(sent, "categories", index), taskType),
  ),
  ...attributeAdvice("/image_attributes", configuration.image_attributes, sent.image_attributes, taskType),
]

const categoryAdvice = (
  pointer: string,
  category: Category,
  sent: Json,
  taskType: TaskType | undefined,
): ReadonlyArray<Violation> => [
  ...(category.id === 0 ? [{ pointer: `${pointer}/id`, message: "means no object in bitmaps" }] : []),
  ...(set(category.dimensions) &&
  taskType !== undefined &&
  !taskType.includes("cuboid") &&
  taskType !== "multisensor-sequence"
    ? [{ pointer: `${pointer}/dimensions`, message: "has an effect on cuboids only" }]
    : []),
  ...attributeAdvice(`${pointer}/attributes`, category.attributes, sent.attributes, taskType),
  ...attributeAdvice(`${pointer}/link_attributes`, category.link_attributes, sent.link_attributes, taskType),
]

const attributeAdvice = (
  pointer: string,
  attributes: Category["attributes"],
  sent: unknown,
  taskType: TaskType | undefined,
): ReadonlyArray<Violation> =>
  (attributes ?? []).flatMap((attribute, index) => {
    const here = `${pointer}/${index}`
    const only = (key: keyof typeof attribute, kind: string, fits: boolean) =>
      set(attribute[key]) && !fits
        ? [{ pointer: `${here}/${key}`, message: `has an effect in ${kind} datasets only` }]
        : []
    const sequence = taskType?.endsWith("sequence") ?? true
    const multisensor = taskType === undefined || taskType === "multisensor-sequence"
    return [
      ...unknown(here, jsonAt(sent, index), attributeKeys),
      ...only("is_track_level", "sequence", sequence),
      ...only("synced_across_sensors", "multi-sensor", multisensor),
      ...only("sensors", "multi-sensor", multisensor),
      ...only("sensor_filter", "multi-sensor", multisensor),
    ]
  })

const unknown = (pointer: string, sent: Json, known: ReadonlyArray<string>): ReadonlyArray<Violation> => {
  const extra = Object.keys(sent).filter((key) => !known.includes(key)).length
  return extra === 0
    ? []
    : [{ pointer, message: "holds keys that are not part of the format; they are kept" }]
}

const set = (value: unknown): boolean => value !== undefined && value !== null

const at = (sent: Json, key: string, index: number): Json => jsonAt(sent[key], index)

const jsonAt = (list: unknown, index: number): Json => {
  const item: unknown = Array.isArray(list) ? list[index] : undefined
  return typeof item === "object" && item !== null ? (item as Json) : {}
}
