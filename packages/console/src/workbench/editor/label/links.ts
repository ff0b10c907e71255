/** Links from one object to another. */
import { mapItems, setAt, withMembers } from "../json/edit.ts"
import { isArray, type Json, type JsonObject, toObjects } from "../json/value.ts"
import { type Annotation, toKey } from "./annotation.ts"

export interface Link {
  readonly from: string
  readonly to: string
  readonly source: JsonObject
}

/** The links of a label. */
export const listLinks = (label: JsonObject): ReadonlyArray<Link> =>
  toObjects(label.links).map((source) => ({
    from: toKey(source.from_id),
    to: toKey(source.to_id),
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
  const ends = [toKey(getLinkId(from)), toKey(getLinkId(to))] as const
  if (listLinks(label).some((link) => link.from === ends[0] && link.to === ends[1])) return "exists"
  return restrictions !== undefined && !restrictions.has(to.categoryId) ? "category" : undefined
}

/** The label with a link. */
export const withLink = (label: JsonObject, from: Annotation, to: Annotation): JsonObject =>
  withMembers(label, {
    links: [...toList(label.links), { from_id: getLinkId(from), to_id: getLinkId(to), attributes: {} }],
  })

/** The label without a link. */
export const removeLink = (label: JsonObject, { source }: Link): JsonObject =>
  withMembers(label, { links: toList(label.links).filter((item) => item !== source) })

/** The label with an attribute of a link set, or removed with `undefined`. */
export const withLinkAttribute = (
  label: JsonObject,
  { source }: Link,
  name: string,
  value: Json | undefined,
): JsonObject => {
  const edited = setAt(source, ["attributes", name], value)
  return withMembers(label, {
    links: mapItems(toList(label.links), (item) => (item === source ? edited : item)),
  })
}

const getLinkId = ({ id, trackId }: Annotation): Json => trackId ?? id

const toList = (value: Json | undefined): ReadonlyArray<Json> => (isArray(value) ? value : [])
