/**
 * From a body's bytes to the payload that a handler gets: cut without a schema, then decoded by its schema with every issue
 * reported. Compiled once per schema.
 */
import { Raw, trustedJson } from "@annotary/core/effect"
import { Either, ParseResult, type Schema } from "effect"
import { minify } from "../json/minify.ts"
import { type Span, scanLimits } from "../json/scan.ts"
import { type CutPlan, cut, type PayloadFailure, type PayloadLimits } from "./extract.ts"
import { type Issue, issuesOf } from "./issues.ts"
import { shapeOf } from "./shape.ts"

export type { PayloadFailure, PayloadLimits } from "./extract.ts"

export const payloadLimits: PayloadLimits = { depth: scanLimits.depth, parsedBytes: 16 * 1024 * 1024 }

export interface PayloadDecoder<A> {
  (bytes: Uint8Array): Either.Either<A, PayloadFailure>
  /** How its bodies are cut, for those who cut them elsewhere. */
  readonly plan: CutPlan
  /** The second half alone, for what was cut elsewhere. */
  readonly judge: (value: unknown) => Either.Either<A, PayloadFailure>
}

/** What becomes of keys that the schema does not declare. */
export type UnknownKeys = "refuse" | "ignore"

/** The decoder of one payload schema, for request bodies and for the lines of NDJSON. */
export const payloadDecoder = <A, I>(
  schema: Schema.Schema<A, I>,
  limits: PayloadLimits = payloadLimits,
  empty: EmptyBody = "object",
  unknownKeys: UnknownKeys = "refuse",
): PayloadDecoder<A> => {
  const plan: CutPlan = {
    shape: shapeOf(schema.ast),
    limits: { depth: limits.depth, parsedBytes: limits.parsedBytes },
  }
  const onExcessProperty = unknownKeys === "refuse" ? "error" : "ignore"
  const decode = ParseResult.decodeUnknownEither(schema, { errors: "all", onExcessProperty })
  const issues = issuesOf(schema.ast)
  const judge = (value: unknown) => refine(decode(value), issues)
  const all = (bytes: Uint8Array): Either.Either<A, PayloadFailure> => {
    if (bytes.length === 0 && plan.shape.object !== undefined)
      return empty === "object" ? judge({}) : Either.left(missing)
    const value = cut(bytes, plan, rawField)
    return Either.isLeft(value) ? Either.left(value.left) : judge(value.right)
  }
  return Object.assign(all, { plan, judge })
}

/** Without any bytes a body is the empty object, or it is missing. */
export type EmptyBody = "object" | "missing"

const missing: PayloadFailure = {
  _tag: "Invalid",
  issues: [{ pointer: "", message: "The body is missing; send a JSON object." }],
}

/** What a schema is given for a raw field. */
const rawField = (bytes: Uint8Array, span: Span): Raw => new Raw(trustedJson(minify(bytes, span)))

const refine = <A>(
  decoded: Either.Either<A, ParseResult.ParseIssue>,
  issues: (issue: ParseResult.ParseIssue) => ReadonlyArray<Issue>,
): Either.Either<A, PayloadFailure> =>
  Either.mapLeft(decoded, (issue) => ({ _tag: "Invalid" as const, issues: issues(issue) }))
