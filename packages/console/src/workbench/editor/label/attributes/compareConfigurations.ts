/** Compares two versions of a label-editor configuration, and counts the objects of a label that a difference concerns. */
import {
  getMember,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  toNumber,
  toObjects,
} from "../../json/value.ts"
import { toKey } from "../annotation.ts"

/** One difference. Without a category it is one of the attributes of the whole image. */
export interface ConfigurationChange {
  readonly kind:
    | "categoryRemoved"
    | "categoryRenamed"
    | "attributeRemoved"
    | "attributeChanged"
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
  const objects = groupByCategory(listObjects(label))
  const present = new Map(toObjects(after.categories).map((category) => [toNumber(category.id), category]))
  const earlier = new Set(toObjects(before.categories).map(({ id }) => toNumber(id)))
  const ofCategories = toObjects(before.categories).flatMap((category) =>
    compareCategory(category, present.get(toNumber(category.id)), objects.get(toNumber(category.id)) ?? []),
  )
  const images = listScenes(label).flatMap((part) =>
    isObject(part.image_attributes) ? [{ id: "image", attributes: part.image_attributes }] : [],
  )
  const added = toObjects(after.categories)
    .filter(({ id }) => !earlier.has(toNumber(id)))
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
  const present = new Map(toObjects(after).map((attribute) => [attribute.name, attribute]))
  const earlier = new Set(toObjects(before).map(({ name }) => name))
  const gone = toObjects(before).flatMap((attribute): ReadonlyArray<ConfigurationChange> => {
    const name = readName(attribute)
    const now = present.get(name)
    const count = (concerns: (value: Json) => boolean) =>
      countObjects(objects.filter((object) => concerns(readValue(object, name) ?? null)))
    if (now === undefined)
      return [
        { kind: "attributeRemoved", ...place, attribute: name, objects: count((value) => value !== null) },
      ]
    const changed = isChanged(attribute, now)
      ? [
          {
            kind: "attributeChanged",
            ...place,
            attribute: name,
            objects: count((value) => value !== null),
          } as const,
        ]
      : []
    if (!isArray(attribute.values) || !isArray(now.values)) return changed
    const values = new Set(now.values)
    const removed = attribute.values
      .filter((value) => typeof value === "string" && !values.has(value))
      .map(
        (value): ConfigurationChange => ({
          kind: "valueRemoved",
          ...place,
          attribute: name,
          value: String(value),
          objects: count((present) => present === value || (isArray(present) && present.includes(value))),
        }),
      )
    return [...changed, ...removed]
  })
  const added = toObjects(after)
    .filter(({ name }) => !earlier.has(name ?? null))
    .map(
      (attribute) =>
        ({ kind: "attributeAdded", ...place, attribute: readName(attribute), objects: 0 }) as const,
    )
  return [...gone, ...added]
}

/** The members of an attribute that decide which values it may have. */
const rules = ["input_type", "is_mandatory", "min", "max", "step"]

/** A value is wrong or missing under other rules. Values to choose from are compared one by one. */
const isChanged = (before: JsonObject, after: JsonObject): boolean =>
  rules.some((rule) => JSON.stringify(before[rule] ?? null) !== JSON.stringify(after[rule] ?? null))

const groupByCategory = (
  objects: ReadonlyArray<JsonObject>,
): ReadonlyMap<number, ReadonlyArray<JsonObject>> => {
  const groups = new Map<number, Array<JsonObject>>()
  for (const object of objects) {
    const id = toNumber(object.category_id)
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [object])
    else group.push(object)
  }
  return groups
}

/** The parts of a label that have objects: itself, its frames, and those of its sensors. */
const listScenes = (label: JsonObject): ReadonlyArray<JsonObject> => [
  label,
  ...toObjects(label.frames).flatMap(listScenes),
  ...toObjects(label.sensors).flatMap(({ attributes }) =>
    isObject(attributes) ? listScenes(attributes) : [],
  ),
]

const listObjects = (label: JsonObject): ReadonlyArray<JsonObject> =>
  listScenes(label).flatMap(({ annotations }) => toObjects(annotations))

/** A track counts once, in however many frames and sensors it is. */
const countObjects = (objects: ReadonlyArray<JsonObject>): number =>
  new Set(objects.map(({ id, track_id }) => toKey(track_id ?? id))).size

const readName = ({ id, name }: JsonObject): string =>
  typeof name === "string" ? name : id === undefined ? "" : toKey(id)

const readValue = ({ attributes }: JsonObject, name: string): Json | undefined =>
  isObject(attributes) ? getMember(attributes, name) : undefined
