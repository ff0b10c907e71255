/** Links from one object to another. */
import { mapItems, setAt, withMembers } from "../json/edit.ts"
import { isArray, type Json, type JsonObject, objectsOf } from "../json/value.ts"
import { type Annotation, keyOf } from "./annotation.ts"

export interface Link {
  readonly from: string
  readonly to: string
  readonly source: JsonObject
}

/** The links of a label. */
export const linksOf = (label: JsonObject): ReadonlyArray<Link> =>
  objectsOf(label.links).map((source) => ({
    from: keyOf(source.from_id),
    to: keyOf(source.to_id),
    source,
  }))

/** Why two objects cannot be linked; undefined when they can. */
export type LinkProblem = "self" | "exists" | "category"

/** Decides whether a link may be made. `restrictions` are the categories that the first may be linked to, if limited. */
export const linkProblem = (
  label: JsonObject,
  from: Annotation,
  to: Annotation,
  restrictions: ReadonlySet<number> | undefined,
): LinkProblem | undefined => {
  if (from.key === to.key) return "self"
  const ends = [keyOf(idOf(from)), keyOf(idOf(to))] as const
  if (linksOf(label).some((link) => link.from === ends[0] && link.to === ends[1])) return "exists"
  return restrictions !== undefined && !restrictions.has(to.categoryId) ? "category" : undefined
}

/** The label with a link. */
export const withLink = (label: JsonObject, from: Annotation, to: Annotation): JsonObject =>
  withMembers(label, {
    links: [...listOf(label.links), { from_id: idOf(from), to_id: idOf(to), attributes: {} }],
  })

/** The label without a link. */
export const withoutLink = (label: JsonObject, { source }: Link): JsonObject =>
  withMembers(label, { links: listOf(label.links).filter((item) => item !== source) })

/** The label with an attribute of a link set, or removed with `undefined`. */
export const withLinkAttribute = (
  label: JsonObject,
  { source }: Link,
  name: string,
  value: Json | undefined,
): JsonObject => {
  const edited = setAt(source, ["attributes", name], value)
  return withMembers(label, {
    links: mapItems(listOf(label.links), (item) => (item === source ? edited : item)),
  })
}

const idOf = ({ id, trackId }: Annotation): Json => trackId ?? id

const listOf = (value: Json | undefined): ReadonlyArray<Json> => (isArray(value) ? value : [])
