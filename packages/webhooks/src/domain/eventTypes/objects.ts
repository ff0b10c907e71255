/** What `object` is in each event: the resource as the REST API shows it, without expansions and signed URLs. */
import {
  DatasetEventType,
  DatasetJson,
  IssueStatus,
  LabelStatus,
  ReleaseStatus,
  TaskType,
} from "@annotary/core/effect"
import { eventSchemaOf } from "./eventSchema.ts"
import {
  anyObject,
  id,
  instant,
  type JsonSchema,
  list,
  number,
  oneOf,
  orNull,
  record,
  text,
  whole,
} from "./JsonSchema.ts"

const userName = text("The name of an account.")

export const dataset = eventSchemaOf(DatasetJson)

export const sample = record({
  uuid: id(),
  name: text(),
  attributes: orNull(anyObject("As sent.")),
  metadata: anyObject("As sent."),
  created_at: instant(),
  created_by: userName,
  updated_at: instant(),
  priority: number("Higher is labeled first."),
  assigned_labeler: orNull(userName),
  assigned_reviewer: orNull(userName),
  readme: text(),
  dataset_full_name: text("owner/name"),
})

export const label = record({
  sample_uuid: id(),
  label_type: oneOf(TaskType.literals),
  label_status: oneOf(LabelStatus.literals),
  labelset: text(),
  attributes: orNull(anyObject("As sent.")),
  created_at: instant(),
  created_by: userName,
  updated_at: instant(),
  updated_by: userName,
  reviewed_at: orNull(instant()),
  reviewed_by: orNull(userName),
  score: orNull(number()),
  rating: orNull(number("0 to 5")),
  config_version: whole("The configuration that it was last judged under."),
  version: id("Changes with every change."),
})

export const issue = record({
  uuid: id(),
  description: text(),
  status: oneOf(IssueStatus.literals),
  anchor: orNull(anyObject("Where in the sample.")),
  created_at: instant(),
  updated_at: instant(),
  created_by: userName,
  updated_by: userName,
  sample_uuid: id(),
  sample_name: text(),
  comments: list(record({ uuid: id(), created_at: instant(), created_by: userName, text: text() })),
})

export const release = record(
  {
    uuid: id(),
    name: text(),
    description: text(),
    release_type: { const: "JSON" },
    attributes: anyObject("Empty: the URL of the file is made when the release is read."),
    status: oneOf(ReleaseStatus.literals),
    status_info: orNull(text()),
    samples_count: whole(),
    samples_done: whole(),
    sha256: orNull(text()),
    size_bytes: orNull(whole()),
    samples_sha256: orNull(text()),
    created_at: instant(),
    created_by: userName,
  },
  ["samples_done"],
)

const lastError: JsonSchema = {
  anyOf: [record({ code: text(), message: text() }), { type: "null" }],
  description: "What went wrong last, if it is known.",
}

export const endpoint = record({
  uuid: id(),
  url: text("The origin of its URL."),
  failing_since: orNull(instant("When the first of its failures without a success since was.")),
  failing_percent: orNull(whole("Of the time until it is disabled.")),
  disabled_reason: { enum: ["gone", "failing", null], description: "`gone`: it answered 410." },
  last_error: lastError,
})

export const delivery = record({
  uuid: id(),
  endpoint: record({ uuid: id(), url: text("The origin of its URL.") }),
  event: id("The `webhook-id` that it was sent with."),
  event_type: oneOf(DatasetEventType.literals),
  attempts_count: whole(),
  last_status: orNull(whole()),
  last_error: lastError,
})

/** In place of an object that is too large to be sent. */
export const truncated = (...names: ReadonlyArray<string>): JsonSchema => ({
  ...record({ ...Object.fromEntries(names.map((name) => [name, text()])), truncated: { const: true } }),
  description: "The object is too large to be sent; read it by the API.",
})
