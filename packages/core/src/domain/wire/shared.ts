/** Small parts of records in answers. They describe the JSON: without brands and transformations. */
import { Schema } from "effect"
import type { JsonTree } from "../JsonText.ts"

/**
 * The encoder of a record returns each of the record's fields, and no other, so that a field added to only one of
 * the two does not compile. An optional field is listed too, as undefined where it is left out.
 */
export type FieldsOf<Record extends Schema.Schema.Any> = {
  readonly [Field in keyof Schema.Schema.Encoded<Record>]-?: JsonTree | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/

/** A UUID in lower case. */
export const Uuid = Schema.String.pipe(
  Schema.pattern(uuid),
  Schema.annotations({
    identifier: "Uuid",
    jsonSchema: { type: "string", format: "uuid", pattern: uuid.source },
  }),
)

/** A timestamp: ISO 8601 UTC with microseconds. */
export const At = Schema.String.pipe(
  Schema.pattern(instant),
  Schema.annotations({
    identifier: "At",
    description: "ISO 8601 UTC with microseconds",
    jsonSchema: {
      type: "string",
      format: "date-time",
      pattern: instant.source,
      examples: ["2026-11-20T13:25:01.123456Z"],
    },
  }),
)

const anyValue = Schema.Unknown.annotations({ jsonSchema: {} })

/** An object of any shape, returned as sent. */
export const AnyObject = Schema.Record({ key: Schema.String, value: anyValue }).annotations({
  jsonSchema: { type: "object" },
})

/** An object of any shape, or null. */
export const AnyObjectOrNull = Schema.NullOr(AnyObject)
/** A text, or null. */
export const TextOrNull = Schema.NullOr(Schema.String)
/** A number, or null. */
export const NumberOrNull = Schema.NullOr(Schema.Number)
/** A timestamp, or null. */
export const AtOrNull = Schema.NullOr(At)

/** Advice about a valid input: its place and a remark. */
export const Advice = Schema.Struct({ pointer: Schema.String, message: Schema.String }).annotations({
  identifier: "Advice",
  description: "Advice about accepted input. `pointer` is a JSON Pointer (RFC 6901)",
})

/** Overrides for webhook payload schemas where they differ from the API reference. */
export const InEvents: unique symbol = Symbol.for("@annotary/core/InEvents")

/** The override of a field with a username. */
export const account = { description: "The name of an account." }

/**
 * An annotation of a struct: JSON Schema keywords by field for events, in addition to those of the field's type, or
 * instead of them if `type` is among them. False omits the field.
 */
export const makeEventSchema = (fields: {
  readonly [field: string]: Readonly<Record<string, unknown>> | false
}) => ({ [InEvents]: fields })
