/** CloudEvents 1.0: https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md */
import type { OutboxEvent } from "../domain/Event.ts"

/** The context attributes of an event, which every envelope has. Its data is the payload of webhooks. */
export interface CloudEventAttributes {
  readonly specversion: "1.0"
  readonly id: string
  /** The dataset, or the account of events without one: the path of the API. */
  readonly source: string
  readonly type: string
  readonly time: string
  readonly datacontenttype: "application/json"
}

export const toCloudEventAttributes = (event: OutboxEvent): CloudEventAttributes => ({
  specversion: "1.0",
  id: event.id,
  source: event.dataset === "" ? `/users/${event.owner}/` : `/datasets/${event.dataset}/`,
  type: event.type,
  time: event.createdAt,
  datacontenttype: "application/json",
})
