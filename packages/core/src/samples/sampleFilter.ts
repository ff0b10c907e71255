/** The filter, order and position of a sample list, and the opaque cursor that contains them. */
import { Effect, Encoding, Schema } from "effect"
import { InvalidInput } from "../domain/errors.ts"
import { DatasetId, SampleId } from "../domain/Ids.ts"
import { LabelStatus } from "../domain/Label.ts"
import { isCleanText, Username } from "../domain/Names.ts"
import type { SampleCursor, SampleFilter, SampleQuery } from "./SampleStore.ts"

/** All given conditions must hold. */
export interface SampleConditions {
  /** Case-sensitive substring. */
  readonly nameContains?: string | undefined
  /** Top-level scalar metadata, compared as text. */
  readonly metadata?: ReadonlyArray<{ readonly key: string; readonly value: string }> | undefined
  /** The status of the ground-truth label; any of these. */
  readonly labelStatuses?: ReadonlyArray<LabelStatus | "UNLABELED"> | undefined
  /** Usernames in any spelling. */
  readonly assignedLabeler?: string | undefined
  readonly assignedReviewer?: string | undefined
  readonly priorityAtLeast?: number | undefined
  readonly priorityAtMost?: number | undefined
}

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
const fits = ({ after, sort }: Pick<ListPlace, "after" | "sort">): boolean => {
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
    filter: Schema.Struct({
      datasetId: DatasetId,
      nameContains: Schema.optionalWith(Text, { exact: true }),
      metadata: Schema.optionalWith(Schema.Array(Schema.Struct({ key: Text, value: Text })), { exact: true }),
      labelStatuses: Schema.optionalWith(Schema.Array(Schema.Literal(...LabelStatus.literals, "UNLABELED")), {
        exact: true,
      }),
      assignedLabeler: Schema.optionalWith(Username, { exact: true }),
      assignedReviewer: Schema.optionalWith(Username, { exact: true }),
      priorityAtLeast: Schema.optionalWith(Schema.Finite, { exact: true }),
      priorityAtMost: Schema.optionalWith(Schema.Finite, { exact: true }),
    }),
    sort: Schema.Struct({
      key: Schema.Literal("name", "created_at", "priority", "gt_label__updated_at"),
      descending: Schema.Boolean,
    }),
    after: Schema.Struct({ value: Schema.Union(Text, Schema.Finite, Schema.Null), id: SampleId }),
  }).pipe(Schema.filter(fits)),
)

const encode = JSON.stringify
const decode = Schema.decodeUnknown(Place)

/** Encodes a cursor in base64url, which needs no escaping in a URL. */
export const cursorOf = (place: ListPlace): string => Encoding.encodeBase64Url(encode(place))

/** Decodes a cursor that was created for this dataset. */
export const placeOf = (cursor: string, dataset: DatasetId): Effect.Effect<ListPlace, InvalidInput> =>
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
