/** Compares two versions of a label-editor configuration, and counts the objects of a label that a difference concerns. */
import { keyOf } from "../document/annotation.ts"
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  numberOf,
  objectsOf,
} from "../json/value.ts"

/** One difference. Without a category it is one of the attributes of the whole image. */
export interface ConfigurationChange {
  readonly kind:
    | "categoryRemoved"
    | "categoryRenamed"
    | "attributeRemoved"
    | "valueRemoved"
    | "categoryAdded"
    | "attributeAdded"
  readonly category?: string
  readonly attribute?: string
  /** The value that was removed, or the new name of a category. */
  readonly value?: string
  /** The number of objects of the label that it concerns. */
  readonly objects: number
}

/** Lists the differences from one version to the other: first the removals, then the additions. */
export const compareConfigurations = (
  before: JsonObject,
  after: JsonObject,
  label: JsonObject,
): ReadonlyArray<ConfigurationChange> => {
  const objects = listObjects(label)
  const present = new Map(objectsOf(after.categories).map((category) => [numberOf(category.id), category]))
  const earlier = new Set(objectsOf(before.categories).map(({ id }) => numberOf(id)))
  const ofCategories = objectsOf(before.categories).flatMap((category) =>
    compareCategory(
      category,
      present.get(numberOf(category.id)),
      objects.filter(({ category_id }) => numberOf(category_id) === numberOf(category.id)),
    ),
  )
  const images = listParts(label).flatMap((part) =>
    isObject(part.image_attributes) ? [{ id: "image", attributes: part.image_attributes }] : [],
  )
  const added = objectsOf(after.categories)
    .filter(({ id }) => !earlier.has(numberOf(id)))
    .map((category) => ({ kind: "categoryAdded", category: readName(category), objects: 0 }) as const)
  return [
    ...ofCategories,
    ...compareAttributes(before.image_attributes, after.image_attributes, images, {}),
    ...added,
  ].toSorted((a, b) => Number(isAddition(a)) - Number(isAddition(b)))
}

const isAddition = ({ kind }: ConfigurationChange): boolean =>
  kind === "categoryAdded" || kind === "attributeAdded"

const compareCategory = (
  before: JsonObject,
  after: JsonObject | undefined,
  objects: ReadonlyArray<JsonObject>,
): ReadonlyArray<ConfigurationChange> => {
  const category = readName(before)
  if (after === undefined) return [{ kind: "categoryRemoved", category, objects: countObjects(objects) }]
  const name = readName(after)
  const renamed =
    name === category
      ? []
      : [{ kind: "categoryRenamed", category, value: name, objects: countObjects(objects) } as const]
  return [...renamed, ...compareAttributes(before.attributes, after.attributes, objects, { category: name })]
}

const compareAttributes = (
  before: Json | undefined,
  after: Json | undefined,
  objects: ReadonlyArray<JsonObject>,
  place: Pick<ConfigurationChange, "category">,
): ReadonlyArray<ConfigurationChange> => {
  const present = new Map(objectsOf(after).map((attribute) => [attribute.name, attribute]))
  const earlier = new Set(objectsOf(before).map(({ name }) => name))
  const gone = objectsOf(before).flatMap((attribute): ReadonlyArray<ConfigurationChange> => {
    const name = readName(attribute)
    const now = present.get(name)
    const count = (concerns: (value: Json) => boolean) =>
      countObjects(objects.filter((object) => concerns(readValue(object, name) ?? null)))
    if (now === undefined)
      return [
        { kind: "attributeRemoved", ...place, attribute: name, objects: count((value) => value !== null) },
      ]
    if (!isArray(attribute.values) || !isArray(now.values)) return []
    const values = new Set(now.values)
    return attribute.values
      .filter((value) => typeof value === "string" && !values.has(value))
      .map((value) => ({
        kind: "valueRemoved",
        ...place,
        attribute: name,
        value: String(value),
        objects: count((present) => present === value || (isArray(present) && present.includes(value))),
      }))
  })
  const added = objectsOf(after)
    .filter(({ name }) => !earlier.has(name ?? null))
    .map(
      (attribute) =>
        ({ kind: "attributeAdded", ...place, attribute: readName(attribute), objects: 0 }) as const,
    )
  return [...gone, ...added]
}

/** The parts of a label that have objects: itself, its frames, and those of its sensors. */
const listParts = (label: JsonObject): ReadonlyArray<JsonObject> => [
  label,
  ...objectsOf(label.frames).flatMap(listParts),
  ...objectsOf(label.sensors).flatMap(({ attributes }) =>
    isObject(attributes) ? listParts(attributes) : [],
  ),
]

const listObjects = (label: JsonObject): ReadonlyArray<JsonObject> =>
  listParts(label).flatMap(({ annotations }) => objectsOf(annotations))

/** A track counts once, in however many frames and sensors it is. */
const countObjects = (objects: ReadonlyArray<JsonObject>): number =>
  new Set(objects.map(({ id, track_id }) => keyOf(track_id ?? id))).size

const readName = ({ id, name }: JsonObject): string =>
  typeof name === "string" ? name : id === undefined ? "" : keyOf(id)

const readValue = ({ attributes }: JsonObject, name: string): Json | undefined =>
  isObject(attributes) ? memberOf(attributes, name) : undefined
