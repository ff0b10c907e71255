/**
 * What a declaration tells the transport beyond what HttpApi can say: which fields of a body stay JSON text, and what
 * is special about an endpoint. Browser-safe; everything here is data.
 */
import { JsonText, Raw, trustedJson } from "@annotary/core/effect"
import { Context, Schema, type SchemaAST } from "effect"

/**
 * The annotation of a field that stays text: "object" leaves null a null (where the schema allows one), "any" keeps
 * null as the text `null`. The transport cuts such a field out of the body's bytes and hands it over as a {@link Raw}.
 */
export const RawJsonMark: unique symbol = Symbol.for("@annotary/http/RawJson")
export type RawJsonMark = "object" | "any"

/** The annotation of a number in which NaN and Infinity, which Python writes and JSON does not have, stand for null. */
export const NotANumberIsNull: unique symbol = Symbol.for("@annotary/http/NotANumberIsNull")

/** An object of any shape. */
export interface JsonObject {
  readonly [key: string]: unknown
}

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

const flag = { defaultValue: () => false } as const

/** Answers without a key: the handler's actor is the anonymous one. */
export class Public extends Context.Reference<Public>()("@annotary/http/Public", flag) {}

/** The handler reads the body as it comes, whatever its type (uploads). */
export class RawBody extends Context.Reference<RawBody>()("@annotary/http/RawBody", flag) {}

/** Takes `application/x-ndjson` as a stream of lines beside the JSON payload. */
export class LinesBody extends Context.Reference<LinesBody>()("@annotary/http/LinesBody", flag) {}

/** Ignores `Idempotency-Key`: the endpoint is repeatable by itself. */
export class NotIdempotent extends Context.Reference<NotIdempotent>()("@annotary/http/NotIdempotent", flag) {}

/** The answer holds a secret and is never stored. */
export class SecretAnswer extends Context.Reference<SecretAnswer>()("@annotary/http/SecretAnswer", flag) {}

/**
 * Query parameters that nobody knows, and values that make no sense, are dropped instead of refused: clients of the wire
 * contract send such (contract 0.8).
 */
export class LenientQuery extends Context.Reference<LenientQuery>()("@annotary/http/LenientQuery", flag) {}

/** Keys of the body that nobody knows are ignored: the call is one of the wire contract, whose clients differ in what they send. */
export class LenientBody extends Context.Reference<LenientBody>()("@annotary/http/LenientBody", flag) {}

/** The answer is a file, of which a part can be requested (RFC 9110, section 14). */
export class Ranged extends Context.Reference<Ranged>()("@annotary/http/Ranged", flag) {}

/**
 * Whether a call that takes a body is refused without one: a PUT or a PATCH without a body says nothing of what it wants; a
 * POST is an action that may need no more words.
 */
export const needsBody = (method: string): boolean => /^(put|patch)$/i.test(method)
