/**
 * From a body's bytes to the payload that a handler gets: scanned once, the raw fields cut out as text, the rest parsed,
 * the whole decoded by its schema with every issue reported. Compiled once per schema.
 */
import { Raw, trustedJson } from "@annotary/core/effect"
import { Either, ParseResult, type Schema } from "effect"
import type { JsonFault } from "../json/faults.ts"
import { minify, textOf } from "../json/minify.ts"
import { type JsonDocument, type Member, scan, scanLimits } from "../json/scan.ts"
import { type Issue, issuesOf } from "./issues.ts"
import { type ObjectShape, type PayloadShape, type Reading, shapeOf } from "./shape.ts"

/** Why a body is not the payload: not JSON, too much to be parsed, or not what the schema wants. */
export type PayloadFailure =
  | { readonly _tag: "Malformed"; readonly fault: JsonFault }
  | { readonly _tag: "TooLarge" }
  | { readonly _tag: "Invalid"; readonly issues: ReadonlyArray<Issue> }

export interface PayloadLimits {
  /** Levels of nesting. */
  readonly depth: number
  /** Bytes that may become JavaScript values, which weigh many times their text; raw fields do not count. */
  readonly parsedBytes: number
}

export const payloadLimits: PayloadLimits = { depth: scanLimits.depth, parsedBytes: 16 * 1024 * 1024 }

export type PayloadDecoder<A> = (bytes: Uint8Array) => Either.Either<A, PayloadFailure>

/** The decoder of one payload schema, for request bodies and for the lines of NDJSON. */
export const payloadDecoder = <A, I>(
  schema: Schema.Schema<A, I>,
  limits: PayloadLimits = payloadLimits,
): PayloadDecoder<A> => {
  const shape = shapeOf(schema.ast)
  const decode = ParseResult.decodeUnknownEither(schema, { errors: "all" })
  const issues = issuesOf(schema.ast)
  const bounds = { depth: limits.depth, items: shape.maxItems }
  return (bytes) => {
    if (bytes.length === 0 && shape.object !== undefined) return refine(decode({}), issues)
    const scanned = scan(bytes, bounds)
    if (Either.isLeft(scanned)) return Either.left(ofFault(scanned.left, shape))
    const cut = new Cut(bytes, limits.parsedBytes)
    const value = cut.document(scanned.right, shape)
    return cut.left < 0 ? Either.left({ _tag: "TooLarge" }) : refine(decode(value), issues)
  }
}

const refine = <A>(
  decoded: Either.Either<A, ParseResult.ParseIssue>,
  issues: (issue: ParseResult.ParseIssue) => ReadonlyArray<Issue>,
): Either.Either<A, PayloadFailure> =>
  Either.mapLeft(decoded, (issue) => ({ _tag: "Invalid" as const, issues: issues(issue) }))

/** Too many items are the schema's business, only noticed early. */
const ofFault = (fault: JsonFault, { maxItems }: PayloadShape): PayloadFailure =>
  fault.reason === "items"
    ? { _tag: "Invalid", issues: [{ pointer: "", message: `Expected at most ${maxItems} items.` }] }
    : { _tag: "Malformed", fault }

/** Builds the value to decode, and counts what it parses; below zero nothing more is parsed. */
class Cut {
  constructor(
    private readonly bytes: Uint8Array,
    public left: number,
  ) {}

  document(document: JsonDocument, { items, object }: PayloadShape): unknown {
    if (object?.raw === true && document.members !== undefined) return this.object(document.members, object)
    if (items?.raw !== true || document.items === undefined) return this.parsed(document.start, document.end)
    return document.items.map((item) =>
      item.members === undefined ? this.parsed(item.start, item.end) : this.object(item.members, items),
    )
  }

  /** `Object.fromEntries` defines what assignment would take for a prototype. */
  private object(members: ReadonlyArray<Member>, shape: ObjectShape): unknown {
    return Object.fromEntries(
      members.map((member) => [member.key, this.member(member, shape.fields.get(member.key), shape.open)]),
    )
  }

  private member(member: Member, reading: Reading | undefined, open: boolean): unknown {
    if (reading === undefined) return open ? this.parsed(member.start, member.end) : null
    if (reading === "parsed") return this.parsed(member.start, member.end)
    if (reading === "object" && this.bytes[member.start] === letterN) return null
    return new Raw(trustedJson(minify(this.bytes, member)))
  }

  private parsed(start: number, end: number): unknown {
    this.left -= end - start
    return this.left < 0 ? null : (JSON.parse(textOf(this.bytes, start, end)) as unknown)
  }
}

/** The first byte of `null`. */
const letterN = 0x6e
