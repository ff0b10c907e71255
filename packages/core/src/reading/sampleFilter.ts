/** The filter, order and position of a sample list, and the opaque cursor that contains them. */
import { Effect, Encoding, Option, Schema, Struct } from "effect"
import { InvalidInput } from "../domain/errors.ts"
import { type DatasetId, SampleId } from "../domain/Ids.ts"
import { isCleanText, type Username } from "../domain/Names.ts"
import { type RequestedFilter, type SampleCursor, SampleFilter, type SampleQuery } from "./SampleStore.ts"

type Conditions = Omit<RequestedFilter, "datasetId">

/** The conditions on people. Callers may write their names in any spelling. */
type PersonKey = {
  [Key in keyof Conditions]-?: Exclude<Conditions[Key], undefined> extends Username ? Key : never
}[keyof Conditions]

const personKeys: { readonly [Key in PersonKey]: true } = { assignedLabeler: true, assignedReviewer: true }

const isPersonKey = (key: keyof Conditions): key is PersonKey => key in personKeys

/** The conditions of a filter as callers write them. All given conditions must hold. */
export type SampleConditions = {
  readonly [Key in keyof Conditions]?: (Key extends PersonKey ? string : Conditions[Key]) | undefined
}

const conditionKeys = Struct.keys(Struct.omit(SampleFilter.fields, "datasetId"))

/** A function for each condition of a filter, by which a storage tests it. */
export type ConditionTable<Result> = {
  readonly [Key in keyof Conditions]-?: (value: Exclude<SampleFilter[Key], undefined>) => Result
}

/** Applies the table to the conditions that the filter has. */
export const mapConditions = <Result>(
  filter: SampleFilter,
  table: ConditionTable<Result>,
): ReadonlyArray<Result> =>
  conditionKeys.flatMap((key) =>
    // Cast: the compiler does not see that value and function have the same key.
    filter[key] === undefined ? [] : [(table[key] as (value: unknown) => Result)(filter[key])],
  )

/** The users whom the conditions name. */
export const listUsernames = (conditions: SampleConditions): ReadonlyArray<string> =>
  conditionKeys.filter(isPersonKey).flatMap((key) => conditions[key] ?? [])

const isFilter = Schema.is(SampleFilter)

/** The filter of these conditions. Those without a value and unknown fields are dropped. None when no sample can match: an unknown user, or text that cannot be stored. */
export const filterFrom = (
  datasetId: DatasetId,
  conditions: SampleConditions,
  userNamed: (name: string) => Username | undefined,
): Option.Option<RequestedFilter> => {
  const entries = conditionKeys.flatMap((key) => {
    const value = conditions[key]
    if (value === undefined) return []
    return [[key, isPersonKey(key) ? userNamed(String(value)) : value] as const]
  })
  return Option.liftPredicate(isFilter)({ datasetId, ...Object.fromEntries(entries) })
}

/** The order of a sample list. */
export type SampleSort = SampleQuery["sort"]

/** A position in a list, with the order and filter of the list. */
export interface ListPlace {
  readonly filter: RequestedFilter
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
