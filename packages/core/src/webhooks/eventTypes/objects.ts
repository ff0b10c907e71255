/** The `object` of each event type: the resource as in the REST API, without expansions and signed URLs. */
import { DatasetEventType } from "../../domain/Event.ts"
import { DatasetJson } from "../../domain/wire/dataset.ts"
import { IssueJson } from "../../domain/wire/issue.ts"
import { LabelJson } from "../../domain/wire/label.ts"
import { ReleaseJson } from "../../domain/wire/release.ts"
import { SampleJson } from "../../domain/wire/sample.ts"
import { ExportJson, ImportJson } from "../../domain/wire/transfer.ts"
import { eventSchemaOf } from "./eventSchema.ts"
import { id, instant, type JsonSchema, oneOf, orNull, record, text, whole } from "./JsonSchema.ts"

export const dataset = eventSchemaOf(DatasetJson)
export const sample = eventSchemaOf(SampleJson)
export const label = eventSchemaOf(LabelJson)
export const issue = eventSchemaOf(IssueJson)
export const release = eventSchemaOf(ReleaseJson)
export const exported = eventSchemaOf(ExportJson)
export const imported = eventSchemaOf(ImportJson)

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

/** The replacement of an object that is too large. */
export const truncated = (...names: ReadonlyArray<string>): JsonSchema => ({
  ...record({ ...Object.fromEntries(names.map((name) => [name, text()])), truncated: { const: true } }),
  description: "The object is too large to be sent; read it by the API.",
})
