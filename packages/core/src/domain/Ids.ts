/**
 * Ids: UUIDv7 in lower case. They increase within a process, so the oldest resource has the smallest id. The layout
 * follows RFC 9562, section 5.7: 12 bits of `rand_a` and the upper bits of `rand_b` are a counter.
 */
import { Clock, Context, Effect, Schema } from "effect"

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether the text has the form of an id. */
export const isId = (text: string): boolean => pattern.test(text)

const makeUuidSchema = <const Name extends string>(name: Name) =>
  Schema.String.pipe(
    Schema.pattern(pattern, { message: () => "must be a UUID in lower case" }),
    Schema.brand(name),
    Schema.annotations({
      identifier: name,
      jsonSchema: { type: "string", format: "uuid", pattern: pattern.source },
    }),
  )

/** The id of a dataset. */
export const DatasetId = makeUuidSchema("DatasetId")
export type DatasetId = typeof DatasetId.Type
/** The id of a sample. */
export const SampleId = makeUuidSchema("SampleId")
export type SampleId = typeof SampleId.Type
/** The id of a labelset. */
export const LabelsetId = makeUuidSchema("LabelsetId")
export type LabelsetId = typeof LabelsetId.Type
/** The id of a stored version of a sample, a label or a dataset's settings. Used as the ETag. */
export const VersionId = makeUuidSchema("VersionId")
export type VersionId = typeof VersionId.Type
/** The id of an issue. */
export const IssueId = makeUuidSchema("IssueId")
export type IssueId = typeof IssueId.Type
/** The id of a reply to an issue. */
export const CommentId = makeUuidSchema("CommentId")
export type CommentId = typeof CommentId.Type
/** The id of a release. */
export const ReleaseId = makeUuidSchema("ReleaseId")
export type ReleaseId = typeof ReleaseId.Type
/** The id of an export or an import. */
export const TransferId = makeUuidSchema("TransferId")
export type TransferId = typeof TransferId.Type
/** The id of a claim. */
export const ClaimId = makeUuidSchema("ClaimId")
export type ClaimId = typeof ClaimId.Type
/** The id of a workunit. */
export const WorkunitId = makeUuidSchema("WorkunitId")
export type WorkunitId = typeof WorkunitId.Type
/** The id of an asset. */
export const AssetId = makeUuidSchema("AssetId")
export type AssetId = typeof AssetId.Type
/** The id of a job. */
export const JobId = makeUuidSchema("JobId")
export type JobId = typeof JobId.Type
/** The id of an event, and the `webhook-id` of its deliveries. */
export const EventId = makeUuidSchema("EventId")
export type EventId = typeof EventId.Type
/** The id of an audit entry. */
export const AuditId = makeUuidSchema("AuditId")
export type AuditId = typeof AuditId.Type
/** Identifies an audit of a release; {@link AuditId} an entry of the audit log. */
export const ReleaseAuditId = makeUuidSchema("ReleaseAuditId")
export type ReleaseAuditId = typeof ReleaseAuditId.Type
/** The id of a bucket. */
export const BucketId = makeUuidSchema("BucketId")
export type BucketId = typeof BucketId.Type
/** The id of an invitation. */
export const InvitationId = makeUuidSchema("InvitationId")
export type InvitationId = typeof InvitationId.Type
/** The id of a session. */
export const SessionId = makeUuidSchema("SessionId")
export type SessionId = typeof SessionId.Type
/**
 * The id of a warning within its label. Warnings with the same rule, frame, sensor, annotations and attribute have
 * the same id in every version of the label, so the id is a digest in the form of a UUIDv8.
 */
export const WarningId = makeUuidSchema("WarningId")
export type WarningId = typeof WarningId.Type

/** Generates ids. One reference for each process, so that ids increase within it; tests may replace it. */
export class Ids extends Context.Reference<Ids>()("@annotary/core/Ids", {
  defaultValue: () => makeMonotonicUuids(),
}) {}

/** Generates an id of the given brand. */
export const generateId = <Id extends string>(schema: Schema.Schema<Id, string>): Effect.Effect<Id> =>
  Effect.zipWith(Ids, Clock.currentTimeMillis, (ids, millis) => ids.next(millis) as typeof schema.Type)

/** Generates increasing ids of the given brand. */
export const generateIds = <Id extends string>(
  schema: Schema.Schema<Id, string>,
  count: number,
): Effect.Effect<ReadonlyArray<Id>> =>
  Effect.zipWith(Ids, Clock.currentTimeMillis, (ids, millis) =>
    Array.from({ length: count }, () => ids.next(millis) as typeof schema.Type),
  )

/** Creates a generator whose ids strictly increase, even if the clock stands still or goes back. */
export const makeMonotonicUuids = (): { readonly next: (millis: number) => string } => {
  // Random bytes for 512 ids at once: a call costs six times as much as the rest of an id.
  const pool = new Uint8Array(8 * 512)
  const timeText = makeTimeTexts()
  let drawn = pool.length
  let last = -1
  let counter = 0
  return {
    next: (millis) => {
      if (drawn === pool.length) {
        globalThis.crypto.getRandomValues(pool)
        drawn = 0
      }
      const seed = ((pool[drawn + 6] ?? 0) << 8) | (pool[drawn + 7] ?? 0)
      drawn += 8
      if (millis > last) {
        last = millis
        counter = seed
      } else {
        counter += 1 + (seed & 0x0f)
        if (counter > 0x3ffffff) {
          last += 1
          counter = 0
        }
      }
      return format(timeText(last), counter, pool, drawn - 8)
    },
  }
}

/** Formats an id: 48 bits of milliseconds, a counter of 26 bits (12 in rand_a, 14 in rand_b), 48 random bits. */
const format = (time: string, counter: number, random: Uint8Array, from: number): string => {
  const high = (0x7000 | (counter >>> 14)).toString(16)
  const low = (0x8000 | (counter & 0x3fff)).toString(16)
  let tail = ""
  for (let i = from; i < from + 6; i++) tail += hex[random[i] ?? 0]
  return `${time}-${high}-${low}-${tail}`
}

/** The two digits of each byte. */
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/** The time of an id, in milliseconds since 1970. */
export const decodeIdMillis = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** The text with which the ids of a millisecond begin. Ids sort as these texts do; a time before 1970 counts as 1970. */
export const formatIdMillis = (millis: number): string => {
  const digits = Math.max(0, Math.floor(millis)).toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** Formats milliseconds. The ids of one batch have the same ones. */
const makeTimeTexts = (): ((millis: number) => string) => {
  let lastMillis = -1
  let text = ""
  return (millis) => {
    if (millis !== lastMillis) {
      text = formatIdMillis(millis)
      lastMillis = millis
    }
    return text
  }
}

/** Ids of webhooks. Their JSON Schema has the format without the pattern. */
const makeWebhookUuidSchema = <const Name extends string>(name: Name) =>
  Schema.String.pipe(
    Schema.filter((text) => isId(text) || "must be a UUID in lower case", { jsonSchema: { format: "uuid" } }),
    Schema.brand(name),
    Schema.annotations({ identifier: name }),
  )

/** The id of an endpoint. */
export const EndpointId = makeWebhookUuidSchema("EndpointId")
export type EndpointId = typeof EndpointId.Type

/** The id of a delivery. Its time is that of the event. */
export const DeliveryId = makeWebhookUuidSchema("DeliveryId")
export type DeliveryId = typeof DeliveryId.Type

/** The id of an attempt. */
export const AttemptId = makeWebhookUuidSchema("AttemptId")
export type AttemptId = typeof AttemptId.Type

/** The id of a recovery. */
export const RecoveryId = makeWebhookUuidSchema("RecoveryId")
export type RecoveryId = typeof RecoveryId.Type
