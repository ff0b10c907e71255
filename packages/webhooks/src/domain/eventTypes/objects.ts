/** What `object` is in each event: the resource as the REST API shows it, without expansions and signed URLs. */
import {
  DatasetEventType,
  DatasetSettings,
  DataType,
  IssueStatus,
  LabelStatus,
  ReleaseStatus,
  TaskType,
} from "@annotary/core/effect"
import { Schema } from "effect"
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
  truth,
  whole,
} from "./JsonSchema.ts"

const userName = text("The name of an account.")

const settingOf = (value: unknown): JsonSchema => {
  if (typeof value === "boolean") return truth()
  return Array.isArray(value) ? list(text()) : whole()
}

/** By the names and with the types that the engine itself gives them. */
const settings: { readonly [key: string]: JsonSchema } = Object.fromEntries(
  Object.entries(Schema.encodeSync(DatasetSettings)(Schema.decodeSync(DatasetSettings)({}))).map(
    ([key, value]) => [key, settingOf(value)],
  ),
)

const labelStats = record(
  Object.fromEntries([...LabelStatus.literals, "UNLABELED", "TOTAL"].map((status) => [status, whole()])),
)

export const dataset = record({
  uuid: id(),
  name: text(),
  full_name: text("owner/name"),
  description: text(),
  readme: text(),
  data_type: oneOf(DataType.literals),
  category: text(),
  task_type: oneOf(TaskType.literals),
  task_attributes: anyObject("The label-editor configuration."),
  config_version: whole("Rises with every change of the configuration."),
  public: truth(),
  archived: truth(),
  owner: record({ username: userName, email: { type: "null" }, created_at: instant() }),
  created_at: instant(),
  updated_at: instant(),
  ...settings,
  metadata: anyObject(),
  region_of_interest: orNull(anyObject()),
  cloned_from: orNull(text("owner/name of the dataset that it was cloned from.")),
  collaborators_count: whole(),
  samples_count: whole(),
  label_stats: labelStats,
  labelsets: list(
    record({ uuid: id(), name: text(), description: text(), is_groundtruth: truth(), created_at: instant() }),
  ),
  noncollaborator_can_label: truth(),
  noncollaborator_can_review: truth(),
})

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
