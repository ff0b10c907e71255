/**
 * Decoding without a schema: scans the body once, extracts raw fields as text and parses the rest. It takes most of the
 * time of a large body. Worker threads load this file, so that its imports must stay small.
 */
import { createHash } from "node:crypto"
import type { Violation } from "@annotary/core/effect"
import * as Either from "effect/Either"
import type { JsonFault } from "../json/fault.ts"
import { skipNotANumber } from "../json/numbers.ts"
import type { JsonDocument, Member, Span } from "../json/scan.ts"
import { scanSimilar } from "../json/scanSimilar.ts"
import { decodeSpan } from "../json/text.ts"
import type { ObjectShape, PayloadShape, Reading } from "./shape.ts"

/** Why a body cannot be decoded: invalid JSON, too much to parse, or not valid by the schema. */
export type PayloadFailure =
  | { readonly _tag: "Malformed"; readonly fault: JsonFault }
  | { readonly _tag: "TooLarge" }
  | { readonly _tag: "Invalid"; readonly issues: ReadonlyArray<Violation> }

export interface PayloadLimits {
  /** Maximum levels of nesting. */
  readonly depth: number
  /** Maximum bytes that become JavaScript values, which take many times the memory of their text. Raw fields do not count. */
  readonly parsedBytes: number
}

/** The input of an extraction. Plain data, so that it can be sent to another thread. */
export interface ExtractPlan {
  readonly shape: PayloadShape
  readonly limits: PayloadLimits
}

/** Extracts the value to be decoded by the schema. `raw` creates the values of raw fields. */
export const extract = (
  bytes: Uint8Array,
  { limits, shape }: ExtractPlan,
  raw: (bytes: Uint8Array, span: Span) => unknown,
): Either.Either<unknown, PayloadFailure> => {
  const { maxItems: items, object } = shape
  const scanned = scanSimilar(bytes, {
    depth: limits.depth,
    items,
    ...(object === undefined || object.notANumber.size === 0 ? {} : { notANumber: object.notANumber }),
  })
  if (Either.isLeft(scanned)) return Either.left(toFailure(scanned.left, shape))
  const extractor = new PayloadExtractor(bytes, limits.parsedBytes, raw)
  const value = extractor.extractDocument(scanned.right, shape)
  return extractor.left < 0 ? Either.left({ _tag: "TooLarge" }) : Either.right(value)
}

/** Too many items are the schema's violation, detected early. */
const toFailure = (fault: JsonFault, { maxItems }: PayloadShape): PayloadFailure =>
  fault.reason === "keys"
    ? { _tag: "TooLarge" }
    : fault.reason === "items"
      ? { _tag: "Invalid", issues: [{ pointer: "", message: `must hold at most ${maxItems} items` }] }
      : { _tag: "Malformed", fault }

/**
 * Maximum arrays and objects that are parsed. Each takes many times the memory of its two bytes, and V8 ends the whole process, not only
 * the thread, when its parser finds no memory.
 */
const mostContainers = 2_000_000

/** Bodies up to this many bytes fit any heap, and are not counted. */
const shortBody = 1024 * 1024

/** Builds the value and counts the parsed bytes and containers. When `left` is negative nothing more is parsed. */
class PayloadExtractor {
  private containers = 0

  constructor(
    private readonly bytes: Uint8Array,
    public left: number,
    private readonly raw: (bytes: Uint8Array, span: Span) => unknown,
  ) {}

  extractDocument(extractDocument: JsonDocument, { items, object }: PayloadShape): unknown {
    if (object?.raw === true && extractDocument.members !== undefined)
      return this.extractObject(extractDocument.members, object)
    if (items?.raw !== true || extractDocument.items === undefined)
      return this.parseSpan(extractDocument.start, extractDocument.end)
    return extractDocument.items.map((item) =>
      item.members === undefined
        ? this.parseSpan(item.start, item.end)
        : this.extractObject(item.members, items),
    )
  }

  private extractObject(members: ReadonlyArray<Member>, shape: ObjectShape): unknown {
    const object: Record<string, unknown> = {}
    for (const member of members) {
      const { key } = member
      const value = this.extractMember(member, shape.fields.get(key), shape.open)
      // Assigning `__proto__` would set the prototype.
      if (key === "__proto__")
        Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
      else object[key] = value
    }
    return object
  }

  private extractMember(extractMember: Member, reading: Reading | undefined, open: boolean): unknown {
    if (reading === undefined) return open ? this.parseSpan(extractMember.start, extractMember.end) : null
    if (reading === "parsed")
      return skipNotANumber(this.bytes, extractMember.start) > extractMember.start
        ? null
        : this.parseSpan(extractMember.start, extractMember.end)
    if (reading === "object" && this.bytes[extractMember.start] === letterN) return null
    return this.raw(this.bytes, extractMember)
  }

  private parseSpan(start: number, end: number): unknown {
    this.left -= end - start
    if (this.left < 0) return null
    const text = decodeSpan(this.bytes, start, end)
    if (this.bytes.length > shortBody) this.containers += count(text, "[") + count(text, "{")
    if (this.containers > mostContainers) {
      this.left = -1
      return null
    }
    // The text was scanned, so that a string without escapes needs no parser.
    return this.bytes[start] === quote && !text.includes("\\") ? text.slice(1, -1) : JSON.parse(text)
  }
}

/** Counts a character; in strings too, where brackets are rare. */
const count = (text: string, character: string): number => {
  let times = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) times++
  return times
}

/** The first byte of `null`. */
const letterN = 0x6e
/** The first byte of a string. */
const quote = 0x22

/** Replaces the values of raw fields. The value must have been extracted with the same shape. */
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
export const hashSha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")
