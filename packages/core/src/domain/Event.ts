/** An event: one committed change of one resource, as it is reported to subscribers. */
import { Schema } from "effect"
import { DatasetId, EventId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** Event types about datasets and their contents. Endpoints without selected types receive these. */
export const DatasetEventType = Schema.Literal(
  "dataset.created",
  "dataset.updated",
  "dataset.deleted",
  "sample.created",
  "sample.updated",
  "sample.deleted",
  "label.updated",
  "label.deleted",
  "issue.created",
  "issue.updated",
  "release.created",
)
export type DatasetEventType = typeof DatasetEventType.Type

/** Event types about exports and imports. Only endpoints that name them receive these. */
export const TransferEventType = Schema.Literal(
  "export.succeeded",
  "export.failed",
  "import.succeeded",
  "import.failed",
)
export type TransferEventType = typeof TransferEventType.Type

/** Event types about audits of releases. Only endpoints that name them receive these. */
export const AuditEventType = Schema.Literal("audit.reached")
export type AuditEventType = typeof AuditEventType.Type

/** Event types about samples that several people label. Only endpoints that name them receive these. */
export const OverlapEventType = Schema.Literal("sample.agreed", "sample.disputed")
export type OverlapEventType = typeof OverlapEventType.Type

/** Event types about people who work on a dataset. Only endpoints that name them receive these. */
export const PersonEventType = Schema.Literal("person.paused", "person.resumed")
export type PersonEventType = typeof PersonEventType.Type

/** Event types about webhooks themselves. Only endpoints that name them receive these. */
export const OperationalEventType = Schema.Literal(
  "endpoint.failing",
  "endpoint.disabled",
  "endpoint.recovered",
  "delivery.exhausted",
)
export type OperationalEventType = typeof OperationalEventType.Type

/** All event types. */
export const EventType = Schema.Literal(
  ...DatasetEventType.literals,
  ...TransferEventType.literals,
  ...AuditEventType.literals,
  ...OverlapEventType.literals,
  ...PersonEventType.literals,
  ...OperationalEventType.literals,
).annotations({ identifier: "EventType" })
export type EventType = typeof EventType.Type

/** The kind of resource that an event is about: the first word of its type. */
export type EventNoun = EventType extends infer Type
  ? Type extends `${infer Noun}.${string}`
    ? Noun
    : never
  : never

/** Cast: a type of TypeScript cannot be computed from a text that is cut. */
export const toNoun = (type: EventType): EventNoun => type.slice(0, type.indexOf(".")) as EventNoun

/** An event as it is stored in the outbox. */
export const OutboxEvent = Schema.Struct({
  id: EventId,
  type: EventType,
  /** Null for events without a dataset. */
  datasetId: Schema.NullOr(DatasetId),
  /** The owner of the dataset at the time of the change. Their endpoints receive the event. */
  owner: Username,
  /** `owner/name` at the time of the change. Empty without a dataset. */
  dataset: Schema.String,
  createdAt: Timestamp,
  /** The REST representation of the resource at the time of the change; for deletions, before it. */
  object: JsonText,
  /** A sentence for people. */
  text: Schema.String,
  /** The span of the change as a W3C `traceparent`; null without tracing. Receivers never see it. */
  trace: Schema.NullOr(Schema.String),
})
export interface OutboxEvent extends Schema.Schema.Type<typeof OutboxEvent> {}
