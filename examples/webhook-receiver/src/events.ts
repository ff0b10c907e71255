/**
 * Schemas of the events, with the fields that this receiver uses. Other fields are ignored. The names of types and statuses are
 * imported from Annotary, so that an unknown name fails to compile.
 */
import { EventType, IssueStatus, LabelStatus } from "@annotary/core/effect"
import { Either, Schema } from "effect"

/** Replaces an object that is too large to be sent. Read the object through the API. */
const truncated = { truncated: Schema.Literal(true) }

const event = <Types extends Schema.Schema.Any, Object extends Schema.Schema.Any>(
  types: Types,
  object: Object,
) =>
  Schema.Struct({
    event_type: types,
    created_at: Schema.String,
    /** `owner/name` at the time of the change. */
    dataset: Schema.String,
    object,
    /** A summary in one line. */
    text: Schema.String,
  })

const Label = Schema.Struct({
  sample_uuid: Schema.String,
  labelset: Schema.String,
  label_status: LabelStatus,
  updated_by: Schema.String,
})
const LongLabel = Schema.Struct({ uuid: Schema.String, labelset: Schema.String, ...truncated })

export const LabelEvent = event(
  EventType.pipe(Schema.pickLiteral("label.updated", "label.deleted")),
  Schema.Union(Label, LongLabel),
)
export type LabelEvent = typeof LabelEvent.Type

export const SampleEvent = event(
  EventType.pipe(Schema.pickLiteral("sample.created", "sample.updated", "sample.deleted")),
  Schema.Struct({ uuid: Schema.String }),
)
export type SampleEvent = typeof SampleEvent.Type

export const DatasetEvent = event(
  EventType.pipe(Schema.pickLiteral("dataset.created", "dataset.updated", "dataset.deleted")),
  Schema.Struct({ full_name: Schema.String }),
)
export type DatasetEvent = typeof DatasetEvent.Type

export const IssueEvent = event(
  EventType.pipe(Schema.pickLiteral("issue.created", "issue.updated")),
  Schema.Union(
    Schema.Struct({ uuid: Schema.String, status: IssueStatus, sample_name: Schema.String }),
    Schema.Struct({ uuid: Schema.String, ...truncated }),
  ),
)
export type IssueEvent = typeof IssueEvent.Type

export const ReleaseEvent = event(
  EventType.pipe(Schema.pickLiteral("release.created")),
  Schema.Union(
    Schema.Struct({ uuid: Schema.String, name: Schema.String, samples_count: Schema.Int }),
    Schema.Struct({ uuid: Schema.String, ...truncated }),
  ),
)
export type ReleaseEvent = typeof ReleaseEvent.Type

export const AuditEvent = event(
  EventType.pipe(Schema.pickLiteral("audit.reached")),
  Schema.Union(
    // Proportions of samples with an error, 0–1.
    Schema.Struct({
      uuid: Schema.String,
      release: Schema.String,
      goal: Schema.Number,
      upper: Schema.Number,
    }),
    Schema.Struct({ uuid: Schema.String, ...truncated }),
  ),
)
export type AuditEvent = typeof AuditEvent.Type

/** Events about the labels of a sample that several people label. An endpoint receives them if it subscribes to their types. */
export const OverlapEvent = event(
  EventType.pipe(Schema.pickLiteral("sample.agreed", "sample.disputed")),
  Schema.Union(
    // From 0 to 1; null where the labels were not compared.
    Schema.Struct({ uuid: Schema.String, agreement: Schema.NullOr(Schema.Number) }),
    Schema.Struct({ uuid: Schema.String, ...truncated }),
  ),
)
export type OverlapEvent = typeof OverlapEvent.Type

/** Events about people who get no samples of a dataset for a time. An endpoint receives them if it subscribes to their types. */
export const PersonEvent = event(
  EventType.pipe(Schema.pickLiteral("person.paused", "person.resumed")),
  Schema.Struct({ user: Schema.String, reason: Schema.String }),
)
export type PersonEvent = typeof PersonEvent.Type

export const TransferEvent = event(
  EventType.pipe(
    Schema.pickLiteral("export.succeeded", "export.failed", "import.succeeded", "import.failed"),
  ),
  Schema.Union(
    Schema.Struct({
      uuid: Schema.String,
      format: Schema.NullOr(Schema.String),
      status_info: Schema.NullOr(Schema.String),
    }),
    Schema.Struct({ uuid: Schema.String, ...truncated }),
  ),
)
export type TransferEvent = typeof TransferEvent.Type

/** Events about other endpoints of the account. An endpoint receives them if it subscribes to their types. They have no dataset. */
export const OperationalEvent = event(
  EventType.pipe(
    Schema.pickLiteral("endpoint.failing", "endpoint.disabled", "endpoint.recovered", "delivery.exhausted"),
  ),
  Schema.Struct({}),
)
export type OperationalEvent = typeof OperationalEvent.Type

export const AnnotaryEvent = Schema.Union(
  LabelEvent,
  SampleEvent,
  DatasetEvent,
  IssueEvent,
  ReleaseEvent,
  AuditEvent,
  OverlapEvent,
  PersonEvent,
  TransferEvent,
  OperationalEvent,
)
export type AnnotaryEvent = typeof AnnotaryEvent.Type

const decode = Schema.decodeUnknownEither(AnnotaryEvent)

/** Decodes an event. Returns undefined for an unknown type or an unexpected shape. */
export const readEvent = (payload: unknown): AnnotaryEvent | undefined =>
  Either.getOrUndefined(decode(payload))
