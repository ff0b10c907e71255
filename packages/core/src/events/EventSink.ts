/** Event sinks: systems that receive every event in order, such as message brokers. */
import type { OutboxEvent } from "../domain/Event.ts"
import { formatPayload } from "../domain/webhooks/payload.ts"
import { type CloudEventAttributes, toCloudEventAttributes } from "./cloudEvent.ts"

export * from "./cloudEvent.ts"

/** An event as sinks receive it. */
export interface SinkEvent {
  /** The same each time that the event is published, so that receivers recognize duplicates. */
  readonly id: string
  readonly type: string
  /** Events with the same key depend on their order: the id of the dataset, or the owner of events without one. */
  readonly key: string
  readonly attributes: CloudEventAttributes
  /** JSON: the payload of webhooks. */
  readonly data: string
}

/** Another system that receives events. */
export interface EventSink {
  /** Names the stored position of this sink. 1–100 letters, digits, dots, underscores and hyphens. */
  readonly name: string
  /**
   * Stores the events in the other system, in their order, at most {@link maxPublishedEvents} in one call. Resolves when all are safe
   * there. After a rejection, or when this process dies, the same events are published again, also those that had arrived.
   * One process publishes at a time. After 30 seconds `signal` ends the attempt, which must then send nothing more; the next
   * one has half as many events.
   */
  readonly publish: (events: ReadonlyArray<SinkEvent>, signal: AbortSignal) => Promise<void>
  /** Ends connections when the engine closes. */
  readonly close?: () => Promise<void>
}

/** The maximum number of events in one call of `publish`. */
export const maxPublishedEvents = 100

export const toSinkEvent = (event: OutboxEvent): SinkEvent => ({
  id: event.id,
  type: event.type,
  key: event.datasetId ?? event.owner,
  attributes: toCloudEventAttributes(event),
  data: formatPayload(event),
})
