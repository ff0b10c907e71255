/** An event: one committed change of one resource, as it will be told to the outside world. */
import { Schema } from "effect"
import { DatasetId, EventId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

export const EventType = Schema.Literal(
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
).annotations({ identifier: "EventType" })
export type EventType = typeof EventType.Type

export const OutboxEvent = Schema.Struct({
  id: EventId,
  type: EventType,
  datasetId: DatasetId,
  /** Who owned the dataset at the change: whose endpoints hear of it. */
  owner: Username,
  /** `owner/name` at the change. */
  dataset: Schema.String,
  createdAt: Timestamp,
  /** The REST representation of the resource, frozen at the change (for deletions: as it was). */
  object: JsonText,
  /** One line for people. */
  text: Schema.String,
})
export interface OutboxEvent extends Schema.Schema.Type<typeof OutboxEvent> {}
