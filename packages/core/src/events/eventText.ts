/** The one-line sentence of an event, for example for a chat. User text is escaped and truncated. */
import type {
  AuditEventType,
  DatasetEventType,
  OverlapEventType,
  PersonEventType,
  TransferEventType,
} from "../domain/Event.ts"

/** The maximum length of user text in a sentence, in code points. */
const longest = 200

/** Escapes `&`, `<` and `>` in user text, and truncates it. */
export const quoteText = (text: string): string => {
  const points = text.length <= longest ? text : cut(text)
  return points.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}

const cut = (text: string): string => {
  const points = [...text.slice(0, 2 * longest + 2)]
  return points.length <= longest ? points.join("") : `${points.slice(0, longest - 1).join("")}…`
}

/** The facts in the sentence of an event. */
export interface EventFacts {
  readonly type: AuditEventType | DatasetEventType | OverlapEventType | PersonEventType | TransferEventType
  /** `owner/name` */
  readonly dataset: string
  /** The author of the change. */
  readonly actor: string
  /** The name of the sample, release, labelset, format or person. */
  readonly subject?: string
  /** The status of the label or the issue. */
  readonly status?: string
}

/** For example: `ann set the label of “frame 7” in acme/cats to LABELED.` */
export const formatEventText = (event: EventFacts): string => {
  const actor = quoteText(event.actor)
  const dataset = quoteText(event.dataset)
  const subject = `“${quoteText(event.subject ?? "")}”`
  const status = event.status ?? ""
  switch (event.type) {
    case "dataset.created":
      return `${actor} created the dataset ${dataset}.`
    case "dataset.updated":
      return `${actor} changed the dataset ${dataset}.`
    case "dataset.deleted":
      return `${actor} deleted the dataset ${dataset}.`
    case "sample.created":
      return `${actor} added the sample ${subject} to ${dataset}.`
    case "sample.updated":
      return `${actor} changed the sample ${subject} in ${dataset}.`
    case "sample.deleted":
      return `${actor} deleted the sample ${subject} from ${dataset}.`
    case "label.updated":
      return `${actor} set the label of ${subject} in ${dataset} to ${status}.`
    case "label.deleted":
      return `${actor} deleted the label of ${subject} in ${dataset}.`
    case "issue.created":
      return `${actor} opened an issue on ${subject} in ${dataset}.`
    case "issue.updated":
      return `${actor} changed an issue on ${subject} in ${dataset}; it is ${status}.`
    case "release.created":
      return `The release ${subject} of ${dataset} is ready.`
    case "export.succeeded":
      return `The export of ${dataset} as ${subject} is ready.`
    case "export.failed":
      return `The export of ${dataset} as ${subject} failed.`
    case "import.succeeded":
      return `The import of ${subject} into ${dataset} is done.`
    case "import.failed":
      return `The import into ${dataset} failed.`
    case "audit.reached":
      return `The audit of the release ${subject} of ${dataset} has met its goal.`
    case "sample.agreed":
      return `The labels of ${subject} in ${dataset} agree.`
    case "sample.disputed":
      return `The labels of ${subject} in ${dataset} wait for a decision.`
    case "person.paused":
      return `${subject} is paused in ${dataset}.`
    case "person.resumed":
      return `${subject} is no longer paused in ${dataset}.`
  }
}
