/** Handles events by printing one line each. Replace it with your own code. */
import { type AnnotaryEvent, readEvent } from "./events.ts"
import type { StoredEvent } from "./Inbox.ts"

/**
 * Handles one event. It may run twice for an event if the program is killed before it completes. To prevent repeated effects, commit
 * them in one transaction with the event's id.
 */
export const handler =
  (print: (line: string) => void) =>
  async ({ id, payload }: StoredEvent): Promise<void> => {
    const event = readEvent(payload)
    print(event === undefined ? `${id}: unknown event` : `${id}: ${lineOf(event)}`)
  }

const lineOf = (event: AnnotaryEvent): string => {
  switch (event.event_type) {
    case "label.updated":
      return "truncated" in event.object
        ? `read the label of ${event.object.uuid} through the API`
        : `the label of ${event.object.sample_uuid} is ${event.object.label_status} by ${event.object.updated_by}`
    case "label.deleted":
      return `a label in ${event.object.labelset} of ${event.dataset} was deleted`
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
        ? `read the issue ${event.object.uuid} through the API`
        : `the issue on ${event.object.sample_name} is ${event.object.status}`
    case "export.failed":
    case "import.failed":
      return "truncated" in event.object
        ? event.text
        : `${event.text} ${event.object.status_info ?? ""}`.trimEnd()
    case "audit.reached":
    case "sample.agreed":
    case "sample.disputed":
    case "person.paused":
    case "person.resumed":
    case "release.created":
    case "export.succeeded":
    case "import.succeeded":
    case "endpoint.failing":
    case "endpoint.disabled":
    case "endpoint.recovered":
    case "delivery.exhausted":
      return event.text
  }
}
