/**
 * Decodes a body to the payload of a handler: extracts without a schema, then decodes with the schema, reporting every
 * issue. Compiled once per schema.
 */
import { castToJsonText, Raw, type Violation } from "@annotary/core/effect"
import { Either, ParseResult, type Schema } from "effect"
import { keepEncoded } from "../json/encodedTexts.ts"
import { minify } from "../json/minify.ts"
import { type Span, scanLimits } from "../json/scan.ts"
import { type ExtractPlan, extract, type PayloadFailure, type PayloadLimits } from "./extract.ts"
import { makeFlatDecoder, refused } from "./flat.ts"
import { makeIssueFormatter } from "./issues.ts"
import { getShape } from "./shape.ts"

export type { PayloadFailure, PayloadLimits } from "./extract.ts"

export const payloadLimits: PayloadLimits = { depth: scanLimits.depth, parsedBytes: 16 * 1024 * 1024 }

export interface PayloadDecoder<A> {
  (bytes: Uint8Array): Either.Either<A, PayloadFailure>
  /** The extraction plan, to extract bodies on another thread. */
  readonly plan: ExtractPlan
  /** Decodes an extracted value. */
  readonly decode: (value: unknown) => Either.Either<A, PayloadFailure>
}

/** The treatment of keys that the schema does not declare. */
export type UnknownKeys = "refuse" | "ignore"

/** The decoder of a payload schema, for request bodies and NDJSON lines. */
export const makePayloadDecoder = <A, I>(
  schema: Schema.Schema<A, I>,
  limits: PayloadLimits = payloadLimits,
  empty: EmptyBody = "object",
  unknownKeys: UnknownKeys = "refuse",
): PayloadDecoder<A> => {
  const plan: ExtractPlan = {
    shape: getShape(schema.ast),
    limits: { depth: limits.depth, parsedBytes: limits.parsedBytes },
  }
  const onExcessProperty = unknownKeys === "refuse" ? "error" : "ignore"
  const decodeSchema = ParseResult.decodeUnknownEither(schema, { errors: "all", onExcessProperty })
  const issues = makeIssueFormatter(schema.ast)
  const decodeFlat = makeFlatDecoder(schema.ast)
  const decode = (value: unknown): Either.Either<A, PayloadFailure> => {
    const flat = decodeFlat === undefined ? refused : decodeFlat(value)
    // The decoder was derived from the schema of `A`.
    return flat === refused ? withIssues(decodeSchema(value), issues) : Either.right(flat as A)
  }
  const decodeAll = (bytes: Uint8Array): Either.Either<A, PayloadFailure> => {
    if (bytes.length === 0 && plan.shape.object !== undefined)
      return empty === "object" ? decode({}) : Either.left(missing)
    const value = extract(bytes, plan, makeRawField)
    return Either.isLeft(value) ? Either.left(value.left) : decode(value.right)
  }
  return Object.assign(decodeAll, { plan, decode })
}

/** An empty body is the empty object, or it is missing. */
export type EmptyBody = "object" | "missing"

const missing: PayloadFailure = {
  _tag: "Invalid",
  issues: [{ pointer: "", message: "The body is missing; send a JSON object." }],
}

/** The value of a raw field for the schema. */
const makeRawField = (bytes: Uint8Array, span: Span): Raw => {
  const text = minify(bytes, span)
  if (!span.spaced) keepEncoded(text, bytes.subarray(span.start, span.end))
  return new Raw(castToJsonText(text))
}

const withIssues = <A>(
  decoded: Either.Either<A, ParseResult.ParseIssue>,
  issues: (issue: ParseResult.ParseIssue) => ReadonlyArray<Violation>,
): Either.Either<A, PayloadFailure> =>
  Either.mapLeft(decoded, (issue) => ({ _tag: "Invalid" as const, issues: issues(issue) }))
