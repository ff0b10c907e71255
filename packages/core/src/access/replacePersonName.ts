/** Replaces the name of a person in entities, by the names of their fields. Pure. */
import { type JsonText, parseJson, toJsonText } from "../domain/JsonText.ts"
import type { Renaming } from "./ErasureStore.ts"

/** The fields of entities that name an account, or begin with its name, such as `owner/dataset`. */
const personFields: ReadonlySet<string> = new Set([
  "account",
  "assignedLabeler",
  "assignedReviewer",
  "by",
  "clonedFrom",
  "createdBy",
  "decidedBy",
  "decidedFor",
  "holder",
  "labeler",
  "model",
  "modelOf",
  "openUser",
  "owner",
  "ownUser",
  "rejecter",
  "reviewedBy",
  "reviewer",
  "reviewPeople",
  "updatedBy",
  "user",
])

/** The members of our own JSON objects, such as details of the audit log, that name an account or list accounts. */
const personMembers: ReadonlySet<string> = new Set([
  ...personFields,
  "from",
  "people",
  "review_people",
  "to",
  "username",
])

/** The entity with the pseudonym in place of the name; the same object when it does not name the person. */
export const replacePersonName = <A>(entity: A, names: Renaming): A =>
  // The walk changes strings alone, so the shape stays.
  walk(entity, names, personFields, false) as A

/** The same for one of our own JSON objects. */
export const replacePersonNameInJson = (text: JsonText, names: Renaming): JsonText => {
  if (!hasMention(text, names.from)) return text
  const before = parseJson(text)
  const after = walk(before, names, personMembers, false)
  return after === before ? text : toJsonText(after)
}

/** The pseudonym in place of the name, where the text is the name or begins with it, such as `owner/dataset`. */
export const replaceNamePrefix = (text: string, { from, to }: Renaming): string =>
  text === from || text.startsWith(`${from}/`) ? `${to}${text.slice(from.length)}` : text

/** Whether a JSON text contains the text as a string, or as the first part of a name such as `owner/dataset`. */
export const hasMention = (json: string, text: string): boolean =>
  listNeedles(text).some((needle) => json.includes(needle))

/** The ways in which {@link hasMention} finds a text. */
export const listNeedles = (text: string): ReadonlyArray<string> => [JSON.stringify(text), `"${text}/`]

/** The fields of resources on the wire that name an account, or begin with its name, such as `full_name`. */
const wireFields: ReadonlySet<string> = new Set([
  ...personMembers,
  "assigned_labeler",
  "assigned_reviewer",
  "cloned_from",
  "created_by",
  "dataset",
  "dataset_full_name",
  "full_name",
  "organization_created_by",
  "reviewed_by",
  "updated_by",
])

/** The fields of resources with what people wrote. */
const writtenFields: ReadonlySet<string> = new Set(["attributes", "metadata", "task_attributes"])

/** Whether the JSON of a resource names a person in a field of ours, and not in what people wrote. */
export const hasPersonField = (json: JsonText, name: string): boolean =>
  hasMention(json, name) && isNamed(parseJson(json), name, false)

const isNamed = (value: unknown, name: string, isPerson: boolean): boolean => {
  if (typeof value === "string") return isPerson && (value === name || value.startsWith(`${name}/`))
  if (Array.isArray(value)) return value.some((item) => isNamed(item, name, isPerson))
  return (
    isPlain(value) &&
    Object.entries(value).some(
      ([key, member]) => !writtenFields.has(key) && isNamed(member, name, wireFields.has(key)),
    )
  )
}

const walk = (value: unknown, names: Renaming, fields: ReadonlySet<string>, isPerson: boolean): unknown => {
  if (isPerson && typeof value === "string") return replaceNamePrefix(value, names)
  if (Array.isArray(value)) {
    const next = value.map((item) => walk(item, names, fields, isPerson))
    return next.some((item, at) => item !== value[at]) ? next : value
  }
  if (!isPlain(value)) return value
  let next: Record<string, unknown> | undefined
  for (const [key, before] of Object.entries(value)) {
    const after = walk(before, names, fields, fields.has(key))
    if (after === before) continue
    next ??= { ...value }
    next[key] = after
  }
  return next ?? value
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
