import { type EventNoun, EventType, type OutboxEvent, toNoun } from "../../domain/Event.ts"
import { isOperational } from "../../domain/webhooks/eventTypeSelector.ts"
import { formatPayload, payloadVersion } from "../../domain/webhooks/payload.ts"
import { formatEventText } from "../../events/eventText.ts"
import {
  exampleActor,
  exampleAt,
  exampleDataset,
  exampleObjects,
  exampleOperations,
  exampleSubjects,
  examplesOfTypes,
} from "./examples.ts"
import { type JsonSchema, makeTextSchema, record } from "./JsonSchema.ts"
import {
  audit,
  dataset,
  delivery,
  endpoint,
  exported,
  imported,
  issue,
  label,
  makeTruncatedSchema,
  overlap,
  pause,
  release,
  sample,
} from "./objects.ts"

/** The description of an event type. */
export interface EventTypeDescription {
  readonly type: EventType
  readonly occurs: string
  /** JSON Schema 2020-12 of the payload. */
  readonly schema: JsonSchema
  /** A parsed example payload. */
  readonly example: unknown
}

const objects: { readonly [Noun in EventNoun]: ReadonlyArray<JsonSchema> } = {
  dataset: [dataset, makeTruncatedSchema("full_name")],
  sample: [sample, makeTruncatedSchema("uuid")],
  label: [label, makeTruncatedSchema("uuid", "sample_uuid", "labelset")],
  issue: [issue, makeTruncatedSchema("uuid", "sample_uuid")],
  release: [release, makeTruncatedSchema("uuid")],
  export: [exported, makeTruncatedSchema("uuid")],
  import: [imported, makeTruncatedSchema("uuid")],
  audit: [audit, makeTruncatedSchema("uuid")],
  person: [pause, makeTruncatedSchema("user")],
  endpoint: [endpoint],
  delivery: [delivery],
}

/** The objects of types that are not about the resource of their noun. */
const objectsOfTypes: { readonly [Type in EventType]?: ReadonlyArray<JsonSchema> } = {
  "sample.agreed": [overlap, makeTruncatedSchema("uuid")],
  "sample.disputed": [overlap, makeTruncatedSchema("uuid")],
}

const occurs: { readonly [Type in EventType]: string } = {
  "dataset.created": "a dataset is created",
  "dataset.updated": "a dataset property has changed",
  "dataset.deleted": "a dataset is deleted",
  "sample.created": "a sample is created",
  "sample.updated": "a sample property has changed",
  "sample.deleted": "a sample is deleted",
  "label.updated": "a label property has changed, or there is a new label",
  "label.deleted": "a label is deleted",
  "issue.created": "an issue is created",
  "issue.updated": "an issue has received a reply or a property has changed",
  "release.created": "a release is successfully created",
  "export.succeeded": "an export in another format is ready",
  "export.failed": "an export in another format has failed",
  "import.succeeded": "an archive in another format was imported",
  "import.failed": "an import of an archive has failed, and saved nothing",
  "audit.reached": "the upper bound of an audit of a release has come down to its goal",
  "sample.agreed":
    "the last label of a sample with overlap is in, and the labels agree at least as the dataset requires, or are merged",
  "sample.disputed":
    "the last label of a sample with overlap is in, and it waits for a decision because the labels agree less, or were not compared",
  "person.paused": "a person is paused in a dataset, or the reason of their pause has changed",
  "person.resumed": "the pause of a person in a dataset is ended",
  "endpoint.failing":
    "another endpoint of the account has only failed for a quarter, half or three quarters of the time after which it is disabled",
  "endpoint.disabled": "another endpoint of the account is disabled because it only failed or answered 410",
  "endpoint.recovered": "another endpoint of the account that was failing answers again",
  "delivery.exhausted": "a delivery to another endpoint of the account is given up",
}

const describe = (type: EventType): EventTypeDescription => {
  return {
    type,
    occurs: occurs[type],
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: type,
      ...record({
        event_type: { const: type },
        created_at: {
          type: "string",
          pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}\\+00:00$",
          description: "When it happened.",
        },
        api_version: { const: payloadVersion },
        dataset: isOperational(type) ? { const: "" } : makeTextSchema("owner/name at the change"),
        object: { anyOf: objectsOfTypes[type] ?? objects[toNoun(type)] },
        text: makeTextSchema("A one-line summary; `&`, `<` and `>` in names are escaped."),
      }),
    },
    example: JSON.parse(formatPayload(makeExampleEvent(type))),
  }
}

/** The example event of test deliveries and of the documentation. */
export const makeExampleEvent = (
  type: EventType,
): Pick<OutboxEvent, "type" | "createdAt" | "dataset" | "object" | "text"> => {
  if (isOperational(type)) return exampleOperations[type]
  return {
    type,
    createdAt: exampleAt,
    dataset: exampleDataset,
    object: examplesOfTypes[type] ?? exampleObjects[toNoun(type)],
    text: formatEventText({
      type,
      dataset: exampleDataset,
      actor: exampleActor,
      subject: exampleSubjects[toNoun(type)],
      status: type.startsWith("issue") ? "OPEN" : "LABELED",
    }),
  }
}

/** The event types, each with its trigger, the JSON Schema of its payload, and an example. */
export const eventTypes: ReadonlyArray<EventTypeDescription> = EventType.literals.map(describe)
