/** Fields of requests that stay JSON text, which keeps every digit of theirs. */
import { Schema, type SchemaAST } from "effect"
import { JsonText, Raw, trustedJson } from "../JsonText.ts"
import type { JsonObject } from "../jsonValue.ts"

/**
 * The annotation of a field that stays text: "object" leaves null a null (where the schema allows one), "any" keeps
 * null as the text `null`. The transport cuts such a field out of the body's bytes and hands it over as a {@link Raw}.
 */
export const RawJsonMark: unique symbol = Symbol.for("@annotary/core/RawJson")
export type RawJsonMark = "object" | "any"

/** The annotation of a number in which NaN and Infinity, which Python writes and JSON does not have, stand for null. */
export const NotANumberIsNull: unique symbol = Symbol.for("@annotary/core/NotANumberIsNull")

/** A JSON object kept as minified text. A plain value is accepted too, for clients and tests without our transport. */
export const RawObject: Schema.Schema<JsonText, JsonObject> = Schema.transform(
  Schema.declare(
    (value: unknown): value is JsonObject =>
      value instanceof Raw
        ? value.text.startsWith("{")
        : typeof value === "object" && value !== null && !Array.isArray(value),
    { description: "an object", jsonSchema: { type: "object" } },
  ),
  Schema.typeSchema(JsonText),
  { strict: true, decode: (value) => textOf(value), encode: (text) => JSON.parse(text) as JsonObject },
).annotations({ [RawJsonMark]: "object" satisfies RawJsonMark, jsonSchema: { type: "object" } })

/** {@link RawObject}, or null. */
export const RawObjectOrNull: Schema.Schema<JsonText | null, JsonObject | null> = Schema.NullOr(RawObject)

/** Any JSON value kept as minified text, null included. */
export const RawAny: Schema.Schema<JsonText, unknown> = Schema.transform(
  Schema.Unknown.annotations({ description: "a JSON value" }),
  Schema.typeSchema(JsonText),
  { strict: true, decode: (value) => textOf(value), encode: (text): unknown => JSON.parse(text) },
).annotations({ [RawJsonMark]: "any" satisfies RawJsonMark, description: "any JSON value", jsonSchema: {} })

/** How a schema is marked, if it is. */
export const rawJsonMark = (ast: SchemaAST.Annotated): RawJsonMark | undefined => {
  const mark = ast.annotations[RawJsonMark]
  return mark === "object" || mark === "any" ? mark : undefined
}

const textOf = (value: unknown): JsonText =>
  value instanceof Raw ? value.text : trustedJson(JSON.stringify(value))
