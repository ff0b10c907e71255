/** The filter, order and position of a sample list, and the opaque cursor that contains them. */
import { Effect, Encoding, Option, Schema, Struct } from "effect"
import { InvalidInput } from "../domain/errors.ts"
import { type DatasetId, SampleId } from "../domain/Ids.ts"
import { isCleanText, type Username } from "../domain/Names.ts"
import { type SampleCursor, SampleFilter, type SampleQuery } from "./SampleStore.ts"

type Conditions = Omit<SampleFilter, "datasetId">

/** The conditions of a filter as callers write them: usernames in any spelling. All given conditions must hold. */
export type SampleConditions = {
  readonly [Key in keyof Conditions]?:
    | (Key extends "assignedLabeler" | "assignedReviewer" ? string : Conditions[Key])
    | undefined
}

const conditionKeys = Struct.keys(Struct.omit(SampleFilter.fields, "datasetId"))

/** The users whom the conditions name. */
export const listUsernames = ({
  assignedLabeler,
  assignedReviewer,
}: SampleConditions): ReadonlyArray<string> =>
  [assignedLabeler, assignedReviewer].filter((name) => name !== undefined)

/** The filter of these conditions. None when no sample can match: an unknown user, or text that cannot be stored. */
export const filterFrom = (
  datasetId: DatasetId,
  conditions: SampleConditions,
  userNamed: (name: string) => Username | undefined,
): Option.Option<SampleFilter> => {
  const { metadata = [], nameContains = "" } = conditions
  const texts = [nameContains, ...metadata.flatMap(listTexts)]
  if (!texts.every(isCleanText) || listUsernames(conditions).some((name) => userNamed(name) === undefined))
    return Option.none()
  const readCondition = (key: (typeof conditionKeys)[number]) =>
    key === "assignedLabeler" || key === "assignedReviewer"
      ? userNamed(conditions[key] ?? "")
      : conditions[key]
  const entries = conditionKeys.flatMap((key) =>
    conditions[key] === undefined ? [] : [[key, readCondition(key)]],
  )
  // Cast: `fromEntries` forgets which key has which value.
  return Option.some({ datasetId, ...(Object.fromEntries(entries) as Conditions) })
}

type MetadataCondition = NonNullable<SampleFilter["metadata"]>[number]

const listTexts = ({ alternatives = [], key, value }: MetadataCondition): ReadonlyArray<string> => [
  key,
  value,
  ...alternatives.flatMap((other) => [other.key, other.value]),
]

/** The order of a sample list. */
export type SampleSort = SampleQuery["sort"]

/** A position in a list, with the order and filter of the list. */
export interface ListPlace {
  readonly filter: SampleFilter
  readonly sort: SampleSort
  readonly after: SampleCursor
}

const Text = Schema.String.pipe(Schema.filter(isCleanText))

/** Whether the position is valid for the order: a forged cursor must not reach a database that fails on it. */
const isFitting = ({ after, sort }: Pick<ListPlace, "after" | "sort">): boolean => {
  switch (sort.key) {
    case "priority":
      return typeof after.value === "number"
    case "gt_label__updated_at":
      return typeof after.value !== "number"
    case "name":
    case "created_at":
      return typeof after.value === "string"
  }
}

const Place = Schema.parseJson(
  Schema.Struct({
    filter: SampleFilter,
    sort: Schema.Struct({
      key: Schema.Literal("name", "created_at", "priority", "gt_label__updated_at"),
      descending: Schema.Boolean,
    }),
    after: Schema.Struct({ value: Schema.Union(Text, Schema.Finite, Schema.Null), id: SampleId }),
  }).pipe(Schema.filter(isFitting)),
)

const encode = JSON.stringify
const decode = Schema.decodeUnknown(Place)

/** Encodes a cursor in base64url, which needs no escaping in a URL. */
export const encodeCursor = (place: ListPlace): string => Encoding.encodeBase64Url(encode(place))

/** Decodes a cursor that was created for this dataset. */
export const decodeCursor = (cursor: string, dataset: DatasetId): Effect.Effect<ListPlace, InvalidInput> =>
  Effect.fromNullable(cursor).pipe(
    Effect.flatMap(Encoding.decodeBase64UrlString),
    Effect.flatMap(decode),
    Effect.filterOrFail(
      (place) => place.filter.datasetId === dataset,
      () => wrongCursor,
    ),
    Effect.mapError(() => wrongCursor),
  )

const wrongCursor = InvalidInput.at("/cursor", "must be a cursor that a list of this dataset answered")
