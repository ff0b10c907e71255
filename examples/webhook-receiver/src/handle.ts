/** Handles events. Replace it by your own code: notify a chat, start a training, read the label through the API. This one logs a line. */
import { type AnnotaryEvent, readEvent } from "./events.ts"
import type { Taken } from "./Inbox.ts"

/**
 * May run twice for one event when the program dies at its end. What must not happen twice is done in one transaction with a row
 * of the event's id.
 */
export const handler =
  (say: (line: string) => void) =>
  async ({ id, payload }: Taken): Promise<void> => {
    const event = readEvent(payload)
    say(event === undefined ? `${id}: nothing that this program knows` : `${id}: ${lineOf(event)}`)
  }

const lineOf = (event: AnnotaryEvent): string => {
  switch (event.event_type) {
    case "label.updated":
      return "truncated" in event.object
        ? `read the label of ${event.object.uuid} by the API`
        : `the label of ${event.object.sample_uuid} is ${event.object.label_status} by ${event.object.updated_by}`
    case "label.deleted":
      return `a label in ${event.object.labelset} of ${event.dataset} is gone`
    case "sample.created":
    case "sample.updated":
    case "sample.deleted":
      return `sample ${event.object.uuid}: ${event.event_type}`
    case "dataset.created":
    case "dataset.updated":
    case "dataset.deleted":
      return `dataset ${event.object.full_name}: ${event.event_type}`
    case "issue.created":
    case "issue.updated":
      return "truncated" in event.object
        ? `read the issue ${event.object.uuid} by the API`
        : `the issue on ${event.object.sample_name} is ${event.object.status}`
    case "release.created":
    case "endpoint.failing":
    case "endpoint.disabled":
    case "endpoint.recovered":
    case "delivery.exhausted":
      return event.text
  }
}
