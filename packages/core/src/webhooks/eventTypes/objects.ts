/** The `object` of each event type: the resource as in the REST API, without expansions and signed URLs. */
import {
  AuditEventType,
  DatasetEventType,
  OverlapEventType,
  PersonEventType,
  TransferEventType,
} from "../../domain/Event.ts"
import { DatasetJson } from "../../domain/wire/dataset.ts"
import { IssueJson } from "../../domain/wire/issue.ts"
import { LabelJson } from "../../domain/wire/label.ts"
import { OverlapEventJson } from "../../domain/wire/overlapEvent.ts"
import { PauseJson } from "../../domain/wire/pause.ts"
import { ReleaseJson } from "../../domain/wire/release.ts"
import { AuditEventJson } from "../../domain/wire/releaseAudit.ts"
import { SampleJson } from "../../domain/wire/sample.ts"
import { ExportJson, ImportJson } from "../../domain/wire/transfer.ts"
import { toEventSchema } from "./eventSchema.ts"
import {
  type JsonSchema,
  makeEnumSchema,
  makeIdSchema,
  makeInstantSchema,
  makeIntegerSchema,
  makeNullable,
  makeTextSchema,
  record,
} from "./JsonSchema.ts"

export const dataset = toEventSchema(DatasetJson)
export const sample = toEventSchema(SampleJson)
export const label = toEventSchema(LabelJson)
export const issue = toEventSchema(IssueJson)
export const release = toEventSchema(ReleaseJson)
export const exported = toEventSchema(ExportJson)
export const imported = toEventSchema(ImportJson)
export const audit = toEventSchema(AuditEventJson)
export const overlap = toEventSchema(OverlapEventJson)
export const pause = toEventSchema(PauseJson)

const lastError: JsonSchema = {
  anyOf: [record({ code: makeTextSchema(), message: makeTextSchema() }), { type: "null" }],
  description: "The last error, if known.",
}

export const endpoint = record({
  uuid: makeIdSchema(),
  url: makeTextSchema("The origin of its URL."),
  failing_since: makeNullable(makeInstantSchema("The time of the first failure since the last success.")),
  failing_percent: makeNullable(
    makeIntegerSchema("The elapsed share of the time until the endpoint is disabled."),
  ),
  disabled_reason: { enum: ["gone", "failing", null], description: "`gone`: it answered 410." },
  last_error: lastError,
})

export const delivery = record({
  uuid: makeIdSchema(),
  endpoint: record({ uuid: makeIdSchema(), url: makeTextSchema("The origin of its URL.") }),
  event: makeIdSchema("The `webhook-id` that it was sent with."),
  event_type: makeEnumSchema([
    ...DatasetEventType.literals,
    ...TransferEventType.literals,
    ...AuditEventType.literals,
    ...OverlapEventType.literals,
    ...PersonEventType.literals,
  ]),
  attempts_count: makeIntegerSchema(),
  last_status: makeNullable(makeIntegerSchema()),
  last_error: lastError,
})

/** The replacement of an object that is too large. */
export const makeTruncatedSchema = (...names: ReadonlyArray<string>): JsonSchema => ({
  ...record({
    ...Object.fromEntries(names.map((name) => [name, makeTextSchema()])),
    truncated: { const: true },
  }),
  description: "The object is too large to be sent; read it with the API.",
})
