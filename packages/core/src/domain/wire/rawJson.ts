/** Request fields that stay JSON text, so that every digit is preserved. */
import { Schema, type SchemaAST } from "effect"
import { castToJsonText, JsonText, Raw } from "../JsonText.ts"
import type { JsonObject } from "../jsonValue.ts"

/**
 * Marks a field that stays text. "object" keeps null as null (where the schema permits it), "any" keeps null as the
 * text `null`. The transport extracts such a field from the body's bytes and passes it on as a {@link Raw}.
 */
export const RawJsonMark: unique symbol = Symbol.for("@annotary/core/RawJson")
export type RawJsonMark = "object" | "any"

/** Marks a number for which NaN and Infinity, which Python writes and JSON lacks, stand for null. */
export const NotANumberIsNull: unique symbol = Symbol.for("@annotary/core/NotANumberIsNull")

/** A JSON object as minified text. Accepts a plain value too, for clients and tests without the HTTP transport. */
export const RawObject: Schema.Schema<JsonText, JsonObject> = Schema.transform(
  Schema.declare(
    (value: unknown): value is JsonObject =>
      value instanceof Raw
        ? value.text.startsWith("{")
        : typeof value === "object" && value !== null && !Array.isArray(value),
    { description: "an object", jsonSchema: { type: "object" } },
  ),
  Schema.typeSchema(JsonText),
  { strict: true, decode: (value) => toText(value), encode: (text) => JSON.parse(text) as JsonObject },
).annotations({ [RawJsonMark]: "object" satisfies RawJsonMark, jsonSchema: { type: "object" } })

/** {@link RawObject}, or null. */
export const RawObjectOrNull: Schema.Schema<JsonText | null, JsonObject | null> = Schema.NullOr(RawObject)

/** Any JSON value as minified text, including null. */
export const RawAny: Schema.Schema<JsonText, unknown> = Schema.transform(
  Schema.Unknown.annotations({ description: "a JSON value" }),
  Schema.typeSchema(JsonText),
  { strict: true, decode: (value) => toText(value), encode: (text): unknown => JSON.parse(text) },
).annotations({ [RawJsonMark]: "any" satisfies RawJsonMark, description: "any JSON value", jsonSchema: {} })

/** The mark of a schema, if any. */
export const findRawJsonMark = (ast: SchemaAST.Annotated): RawJsonMark | undefined => {
  const mark = ast.annotations[RawJsonMark]
  return mark === "object" || mark === "any" ? mark : undefined
}

const toText = (value: unknown): JsonText =>
  value instanceof Raw ? value.text : castToJsonText(JSON.stringify(value))
