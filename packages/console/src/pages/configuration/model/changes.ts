/** Finds what changes between two configurations that may concern labels: each change is a question of what becomes of them. */
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  toNumber,
  toObjects,
} from "../../../workbench/editor/json/value.ts"

export type Scope = "object" | "link" | "image"

/** The list of attributes that a change is in. `category` is null for those of images. */
interface Owner {
  readonly scope: Scope
  readonly category: number | null
  readonly categoryName: string | null
}

export type Change =
  | { readonly kind: "category-renamed"; readonly id: number; readonly from: string; readonly to: string }
  | { readonly kind: "category-removed"; readonly id: number; readonly name: string }
  | (Owner & {
      readonly kind: "attribute-removed"
      readonly attribute: string
      /** Attributes of the same list that are new. */
      readonly added: ReadonlyArray<string>
    })
  | (Owner & {
      readonly kind: "value-removed"
      readonly attribute: string
      readonly value: string
      /** The values that there are now. */
      readonly values: ReadonlyArray<string>
    })
  | (Owner & {
      readonly kind: "now-mandatory"
      readonly attribute: string
      readonly source: JsonObject
    })

/** A name of a change that is the same after further edits. */
export const formatChangeKey = (change: Change): string =>
  change.kind === "category-renamed" || change.kind === "category-removed"
    ? `${change.kind} ${change.id}`
    : JSON.stringify([
        change.kind,
        change.scope,
        change.category,
        change.attribute,
        change.kind === "value-removed" ? change.value : null,
      ])

/** The changes from one configuration to another, in the order of the old one. */
export const findChanges = (before: Json, after: Json): ReadonlyArray<Change> => {
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  const categories = new Map(toObjects(now.categories).map((one) => [toNumber(one.id), one]))
  return [
    ...toObjects(old.categories).flatMap((category): ReadonlyArray<Change> => {
      const id = toNumber(category.id)
      const next = categories.get(id)
      const name = formatText(category.name)
      if (next === undefined) return [{ kind: "category-removed", id, name }]
      const to = formatText(next.name)
      const owner = { category: id, categoryName: to }
      return [
        ...(to === name ? [] : [{ kind: "category-renamed", id, from: name, to } as const]),
        ...findAttributeChanges({ ...owner, scope: "object" }, category.attributes, next.attributes),
        ...findAttributeChanges({ ...owner, scope: "link" }, category.link_attributes, next.link_attributes),
      ]
    }),
    ...findAttributeChanges(
      { scope: "image", category: null, categoryName: null },
      old.image_attributes,
      now.image_attributes,
    ),
  ]
}

const findAttributeChanges = (
  owner: Owner,
  before: Json | undefined,
  after: Json | undefined,
): ReadonlyArray<Change> => {
  const old = new Map(toObjects(before).map((one) => [formatText(one.name), one]))
  const now = new Map(toObjects(after).map((one) => [formatText(one.name), one]))
  const added = [...now.keys()].filter((name) => !old.has(name))
  return [
    ...[...old].flatMap(([attribute, source]): ReadonlyArray<Change> => {
      const next = now.get(attribute)
      return next === undefined
        ? [{ ...owner, kind: "attribute-removed", attribute, added }]
        : findValueChanges(owner, attribute, source, next)
    }),
    ...[...now].flatMap(
      ([attribute, source]): ReadonlyArray<Change> =>
        source.is_mandatory === true && old.get(attribute)?.is_mandatory !== true
          ? [{ ...owner, kind: "now-mandatory", attribute, source }]
          : [],
    ),
  ]
}

const findValueChanges = (
  owner: Owner,
  attribute: string,
  before: JsonObject,
  after: JsonObject,
): ReadonlyArray<Change> => {
  if (after.input_type !== "select" && after.input_type !== "multiselect") return []
  const values = listValues(after)
  return listValues(before)
    .filter((value) => !values.includes(value))
    .map((value) => ({ ...owner, kind: "value-removed", attribute, value, values }))
}

const listValues = ({ values }: JsonObject): ReadonlyArray<string> =>
  isArray(values) ? values.filter((one) => typeof one === "string") : []

const formatText = (value: Json | undefined): string =>
  typeof value === "string" ? value : String(value ?? "")
