/**
 * The half of decoding that needs no schema: one scan of the body, raw fields extracted as text, the rest parsed. It takes most
 * of the time of a large body, and a worker thread loads this file: nothing here may load more than it needs.
 */
import { createHash } from "node:crypto"
import type { Violation } from "@annotary/core/effect"
import * as Either from "effect/Either"
import type { JsonFault } from "../json/fault.ts"
import { afterNotANumber } from "../json/numbers.ts"
import { type JsonDocument, type Member, type Span, scan } from "../json/scan.ts"
import { textOf } from "../json/text.ts"
import type { ObjectShape, PayloadShape, Reading } from "./shape.ts"

/** Why a body is not the payload: not JSON, too much to be parsed, or not what the schema wants. */
export type PayloadFailure =
  | { readonly _tag: "Malformed"; readonly fault: JsonFault }
  | { readonly _tag: "TooLarge" }
  | { readonly _tag: "Invalid"; readonly issues: ReadonlyArray<Violation> }

export interface PayloadLimits {
  /** Levels of nesting. */
  readonly depth: number
  /** Bytes that may become JavaScript values, which weigh many times their text; raw fields do not count. */
  readonly parsedBytes: number
}

/** What the extraction of a body needs; plain data, so that it can be sent to another thread. */
export interface ExtractPlan {
  readonly shape: PayloadShape
  readonly limits: PayloadLimits
}

/** The value to give to the schema. Raw fields become what `raw` makes of their place. */
export const extract = (
  bytes: Uint8Array,
  { limits, shape }: ExtractPlan,
  raw: (bytes: Uint8Array, span: Span) => unknown,
): Either.Either<unknown, PayloadFailure> => {
  const { maxItems: items, object } = shape
  const scanned = scan(bytes, {
    depth: limits.depth,
    items,
    ...(object === undefined || object.notANumber.size === 0 ? {} : { notANumber: object.notANumber }),
  })
  if (Either.isLeft(scanned)) return Either.left(ofFault(scanned.left, shape))
  const extractor = new PayloadExtractor(bytes, limits.parsedBytes, raw)
  const value = extractor.document(scanned.right, shape)
  return extractor.left < 0 ? Either.left({ _tag: "TooLarge" }) : Either.right(value)
}

/** Too many items are the schema's business, only noticed early. */
const ofFault = (fault: JsonFault, { maxItems }: PayloadShape): PayloadFailure =>
  fault.reason === "items"
    ? { _tag: "Invalid", issues: [{ pointer: "", message: `must hold at most ${maxItems} items` }] }
    : { _tag: "Malformed", fault }

/** Builds the value, and counts what it parses; below zero nothing more is parsed. */
class PayloadExtractor {
  constructor(
    private readonly bytes: Uint8Array,
    public left: number,
    private readonly raw: (bytes: Uint8Array, span: Span) => unknown,
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
    if (reading === "parsed")
      return afterNotANumber(this.bytes, member.start) > member.start
        ? null
        : this.parsed(member.start, member.end)
    if (reading === "object" && this.bytes[member.start] === letterN) return null
    return this.raw(this.bytes, member)
  }

  private parsed(start: number, end: number): unknown {
    this.left -= end - start
    return this.left < 0 ? null : (JSON.parse(textOf(this.bytes, start, end)) as unknown)
  }
}

/** The first byte of `null`. */
const letterN = 0x6e

/** Exchanges what stands in the places of raw fields; the value must have been extracted by the same shape. */
export const replaceRaw = (
  value: unknown,
  { items, object }: PayloadShape,
  replace: (raw: unknown) => unknown,
): void => {
  if (Array.isArray(value)) {
    if (items?.raw === true) for (const item of value) replaceIn(item, items, replace)
  } else if (object?.raw === true) replaceIn(value, object, replace)
}

const replaceIn = (value: unknown, { fields }: ObjectShape, replace: (raw: unknown) => unknown): void => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return
  for (const [key, member] of Object.entries(value)) {
    const reading = fields.get(key)
    if (reading !== undefined && reading !== "parsed" && member !== null)
      Reflect.set(value, key, replace(member))
  }
}

/** The hash of a body, in hexadecimal. */
export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")
