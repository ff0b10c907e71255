/** Resolves the names of a parsed search: which are fields, keys of metadata, people. */
import { Either } from "effect"
import { labelStatuses } from "../../domain/labelStates.ts"
import type { Username } from "../../domain/Names.ts"
import { formatWrongOperator, joinValues, type Resolved, toComparison } from "./joinValues.ts"
import {
  listSearchTerms,
  type SearchName,
  type SearchOperator,
  type SearchSyntax,
  type SearchTerm,
  type SearchValue,
} from "./parseSearch.ts"
import { resolveObjects, type SearchCategories } from "./resolveObjects.ts"
import {
  isComparableNumber,
  type SearchComparison,
  type SearchCondition,
  type SearchField,
} from "./SearchCondition.ts"
import { parseSearchPeriod } from "./searchTimes.ts"

/** The names that a search can use in its dataset. */
export interface SearchVocabulary {
  readonly categories: SearchCategories
  readonly metadataKeys: ReadonlySet<string>
  readonly findUser: (name: string) => Username | undefined
  /** Whether the caller must not learn of the labels of others: then fields of the label except its status are refused. */
  readonly isBlind: boolean
}

/** The names of a search that are looked up before it is resolved. */
export interface SearchedNames {
  readonly metadataKeys: ReadonlyArray<string>
  readonly usernames: ReadonlyArray<string>
}

type FieldKind = "text" | "status" | "number" | "person" | "time" | "count"

interface FieldEntry {
  readonly field: SearchField
  readonly kind: FieldKind
  /** Whether its values depend on the labels of others. */
  readonly isOfLabel?: true
}

/** The fields by their names, which are those of records where a record has them. */
const fields: Readonly<Record<string, FieldEntry>> = {
  name: { field: "name", kind: "text" },
  status: { field: "status", kind: "status" },
  priority: { field: "priority", kind: "number" },
  assigned_labeler: { field: "assignedLabeler", kind: "person" },
  assigned_reviewer: { field: "assignedReviewer", kind: "person" },
  created_at: { field: "createdAt", kind: "time" },
  created_by: { field: "createdBy", kind: "person" },
  updated_at: { field: "updatedAt", kind: "time" },
  labeler: { field: "labeler", kind: "person", isOfLabel: true },
  reviewer: { field: "reviewer", kind: "person", isOfLabel: true },
  label_updated_at: { field: "labelUpdatedAt", kind: "time", isOfLabel: true },
  score: { field: "score", kind: "number", isOfLabel: true },
  rating: { field: "rating", kind: "number", isOfLabel: true },
  issues: { field: "openIssues", kind: "count", isOfLabel: true },
}

/** Names that are not fields of the sample: they are those of the objects in its label. */
const objectNames = ["objects", "category"] as const

const fieldNames: ReadonlyArray<string> = [...Object.keys(fields), ...objectNames]

const statuses: ReadonlyArray<string> = [...labelStatuses, "UNLABELED"]

const findField = ({ kind, text }: SearchName): FieldEntry | undefined =>
  kind === "bare" && Object.hasOwn(fields, text) ? fields[text] : undefined

export const listSearchedNames = (syntax: SearchSyntax): SearchedNames => {
  const terms = listSearchTerms(syntax)
  return {
    metadataKeys: terms.flatMap(({ name }) =>
      name.kind === "category" || findField(name) !== undefined ? [] : [name.text],
    ),
    usernames: terms.flatMap(({ name, values }) =>
      findField(name)?.kind === "person" ? values.map(({ text }) => text) : [],
    ),
  }
}

/** The condition of a search; otherwise the first problem of its names and values. */
export const resolveSearch = (
  syntax: SearchSyntax,
  vocabulary: SearchVocabulary,
): Either.Either<SearchCondition, string> => {
  if ("and" in syntax) return Either.map(resolveEach(syntax.and, vocabulary), (all) => ({ all }))
  if ("or" in syntax) return Either.map(resolveEach(syntax.or, vocabulary), (any) => ({ any }))
  if ("not" in syntax) return Either.map(resolveSearch(syntax.not, vocabulary), (not) => ({ not }))
  return resolveTerm(syntax, vocabulary)
}

const resolveEach = (parts: ReadonlyArray<SearchSyntax>, vocabulary: SearchVocabulary) =>
  Either.all(parts.map((part) => resolveSearch(part, vocabulary)))

const resolveTerm = (term: SearchTerm, vocabulary: SearchVocabulary): Resolved => {
  const { name, operator, values } = term
  const entry = findField(name)
  const isOfObjects = entry === undefined && isObjectName(name, vocabulary)
  if ((isOfObjects || entry?.isOfLabel === true) && vocabulary.isBlind)
    return Either.left(
      `cannot use ${name.text}: people label samples of this dataset without seeing each other's labels`,
    )
  if (isOfObjects) return resolveObjects(term, vocabulary.categories)
  if (entry === undefined) {
    if (!vocabulary.metadataKeys.has(name.text)) return Either.left(formatUnknownName(name))
    if (operator === "has") return Either.right({ metadata: name.text, exists: true })
    return joinValues(operator, values, (value) => resolveMetadata(name.text, operator, value))
  }
  if (operator === "has") return resolveExistence(name, entry)
  if (!operatorsOf[entry.kind].includes(operator))
    return Either.left(formatWrongOperator(term, operatorsOf[entry.kind]))
  return joinValues(operator, values, (value) => resolveField(name, entry, operator, value, vocabulary))
}

const isObjectName = ({ kind, text }: SearchName, { categories }: SearchVocabulary): boolean =>
  kind === "category" ||
  (kind === "bare" && (categories.has(text) || objectNames.some((name) => name === text)))

const operatorsOf: Readonly<Record<FieldKind, ReadonlyArray<SearchOperator>>> = {
  text: ["=", "!=", ":", "in"],
  status: ["=", "!=", ":", "in"],
  number: ["=", "!=", "<", "<=", ">", ">=", "in"],
  count: ["=", "!=", "<", "<=", ">", ">=", "in"],
  person: ["=", "!=", ":", "in"],
  time: ["=", "!=", "<", "<=", ">", ">="],
}

const formatUnknownName = ({ kind, text }: SearchName): string =>
  kind === "bare"
    ? `names ${text}, which is not a field, a category or a key of metadata in this dataset; the fields are ${fieldNames.join(", ")}`
    : `names ${text}, which is not a key of metadata in this dataset`

const resolveMetadata = (metadata: string, operator: SearchOperator, value: SearchValue): Resolved => {
  if (operator === ":") return Either.right({ metadata, contains: value.text })
  const is = toComparison(operator)
  if (value.isQuoted || !isComparableNumber(value.text))
    return Either.right({ metadata, is, value: value.text })
  const number = Number(value.text)
  const bySize = { metadata, is, value: number } as const
  if (is !== "=") return Either.right(bySize)
  // As sizes, whole numbers beyond 2^53 are equal to their neighbors.
  const asSent = { metadata, is, value: value.text } as const
  return Either.right(Math.abs(number) > Number.MAX_SAFE_INTEGER ? asSent : { any: [asSent, bySize] })
}

const resolveExistence = ({ text }: SearchName, { field, kind }: FieldEntry): Resolved => {
  if (kind === "status") return Either.right({ not: { field, is: "=", value: "UNLABELED" } })
  if (kind === "count") return Either.right({ field, is: ">", value: 0 })
  return optionalFields.has(field)
    ? Either.right({ field, exists: true })
    : Either.left(`cannot use has with ${text}, which every sample has`)
}

const optionalFields: ReadonlySet<SearchField> = new Set([
  "assignedLabeler",
  "assignedReviewer",
  "labeler",
  "reviewer",
  "labelUpdatedAt",
  "score",
  "rating",
])

const resolveField = (
  { text: name }: SearchName,
  { field, kind }: FieldEntry,
  operator: SearchOperator,
  { text }: SearchValue,
  { findUser }: SearchVocabulary,
): Resolved => {
  const is = toComparison(operator)
  switch (kind) {
    case "text":
      return Either.right(operator === ":" ? { field: "name", contains: text } : { field, is, value: text })
    case "status": {
      const status = text.toUpperCase()
      return statuses.includes(status)
        ? Either.right({ field, is, value: status })
        : Either.left(`has ${text}, which is not a status; the statuses are ${statuses.join(", ")}`)
    }
    case "person": {
      const user = findUser(text)
      return user === undefined
        ? Either.left(`has ${text} as ${name}, which is not the name of an account`)
        : Either.right({ field, is, value: user })
    }
    case "number":
    case "count":
      return isComparableNumber(text)
        ? Either.right({ field, is, value: Number(text) })
        : Either.left(`has ${text} as ${name}, which is not a number`)
    case "time":
      return resolveTime(field, is, name, text)
  }
}

/** A day is the period from its start to the start of the next. */
const resolveTime = (field: SearchField, is: SearchComparison, name: string, text: string): Resolved => {
  const period = parseSearchPeriod(text)
  if (period === undefined)
    return Either.left(
      `has ${text} as ${name}: write a day as 2026-11-20 or an instant as 2026-11-20T13:25:00Z`,
    )
  const { end, start } = period
  if (end === null) return Either.right({ field, is, value: start })
  const since = { field, is: ">=", value: start } as const
  const before = { field, is: "<", value: end } as const
  switch (is) {
    case "=":
      return Either.right({ all: [since, before] })
    case "<":
      return Either.right({ field, is, value: start })
    case ">=":
      return Either.right(since)
    case "<=":
      return Either.right(before)
    case ">":
      return Either.right({ field, is: ">=", value: end })
  }
}
