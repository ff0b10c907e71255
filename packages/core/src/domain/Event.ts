/** An event: one committed change of one resource, as it will be told to the outside world. */
import { Schema } from "effect"
import { DatasetId, EventId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** About datasets and what they hold: what an endpoint is sent that names no types. */
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

/** About the delivery of events itself; only endpoints that name them are sent these. */
export const OperationalEventType = Schema.Literal(
  "endpoint.failing",
  "endpoint.disabled",
  "endpoint.recovered",
  "delivery.exhausted",
)
export type OperationalEventType = typeof OperationalEventType.Type

export const EventType = Schema.Literal(
  ...DatasetEventType.literals,
  ...OperationalEventType.literals,
).annotations({ identifier: "EventType" })
export type EventType = typeof EventType.Type

export const OutboxEvent = Schema.Struct({
  id: EventId,
  type: EventType,
  /** Null: it is about no dataset. */
  datasetId: Schema.NullOr(DatasetId),
  /** Who owned the dataset at the change: whose endpoints are sent it. */
  owner: Username,
  /** `owner/name` at the change; empty without a dataset. */
  dataset: Schema.String,
  createdAt: Timestamp,
  /** The REST representation of the resource, frozen at the change (for deletions: as it was). */
  object: JsonText,
  /** One line for people. */
  text: Schema.String,
  /** The span that the change was made in, as a W3C `traceparent`; null where nothing is traced. Receivers never see it. */
  trace: Schema.NullOr(Schema.String),
})
export interface OutboxEvent extends Schema.Schema.Type<typeof OutboxEvent> {}
