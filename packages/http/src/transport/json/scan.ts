/**
 * Scans a JSON text once: the whole grammar of RFC 8259, valid UTF-8, and further restrictions (depth, duplicate keys,
 * U+0000, lone surrogates). It returns positions instead of values: those of the root's members or items, so that raw
 * fields can be extracted without parsing.
 */
import * as Either from "effect/Either"
import { Fault, type JsonFault } from "./fault.ts"
import { locateFault } from "./faultAt.ts"
import { addHashed, OpenKeys, readKey } from "./keys.ts"
import { skipNotANumber, skipNumber } from "./numbers.ts"
import type { PartList } from "./PartList.ts"
import { findClosingQuote, skipPlain } from "./text.ts"

/** The position of a value, and whether it contains white space. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly spaced: boolean
}

/** A member of an object: its decoded key and its value's position. */
export interface Member extends Span {
  readonly key: string
}

/** An item of the root array, with `members` when it is an object. */
export interface Item extends Span {
  readonly members: ReadonlyArray<Member> | undefined
}

/** The root value, with `members` when it is an object and `items` when it is an array. */
export interface JsonDocument extends Item {
  readonly items: ReadonlyArray<Item> | undefined
}

/** Restrictions of {@link scan} beyond valid JSON. */
export interface ScanLimits {
  /** Maximum levels of nesting. */
  readonly depth: number
  /** Maximum items of the root array. */
  readonly items: number
  /** Members of the root object in which NaN and Infinity mean null. */
  readonly notANumber?: ReadonlySet<string>
}

/**
 * Maximum keys that are kept at the same time, of open objects with many keys and of members that are returned: they take about
 * 200 MB. V8 may end the whole process when a thread has no memory left.
 */
const mostKeys = 1_000_000

/** The default limits of {@link scan}: 200 levels of nesting, any number of items. */
export const scanLimits: ScanLimits = { depth: 200, items: Number.POSITIVE_INFINITY }

/** Scans one text that fills all the bytes. `parts` receives the places of its values. */
export const scan = (
  bytes: Uint8Array,
  limits: ScanLimits = scanLimits,
  parts?: PartList,
): Either.Either<JsonDocument, JsonFault> => {
  openKeys.take(bytes)
  try {
    return Either.right(new Scanner(bytes, limits, parts).scanDocument())
  } catch (fault) {
    if (fault instanceof Fault) return Either.left(locateFault(bytes, fault.reason, fault.offset))
    throw fault
  } finally {
    openKeys.release()
  }
}

/** Scans one value, which `depth` containers are around. Undefined when it is not valid. */
export const scanPart = (
  bytes: Uint8Array,
  start: number,
  depth: number,
  limits: ScanLimits,
  parts: PartList,
): Pick<Span, "end" | "spaced"> | undefined => {
  openKeys.take(bytes)
  try {
    return new Scanner(bytes, limits, parts).scanPart(start, depth)
  } catch (fault) {
    if (fault instanceof Fault) return undefined
    throw fault
  } finally {
    openKeys.release()
  }
}

/** Shared by all scans: a scan is synchronous, and for small bodies allocating it would be most of the work. */
const openKeys = new OpenKeys()

class Scanner {
  /** Bytes of white space so far: unchanged by a value that contains none. */
  private spaces = 0
  /** Keys that are kept. */
  private keys = 0

  constructor(
    private readonly bytes: Uint8Array,
    private readonly limits: ScanLimits,
    private readonly parts: PartList | undefined,
  ) {}

  scanPart(start: number, depth: number): Pick<Span, "end" | "spaced"> {
    const end = this.scanValue(start, depth)
    return { end, spaced: this.spaces > 0 }
  }

  scanDocument(): JsonDocument {
    const { bytes } = this
    const start = this.skipSpace(0)
    if (start === bytes.length) throw new Fault("empty", start)
    const spaces = this.spaces
    const members: Array<Member> | undefined = bytes[start] === 0x7b ? [] : undefined
    const items: Array<Item> | undefined = bytes[start] === 0x5b ? [] : undefined
    const end =
      members !== undefined
        ? this.scanObject(start, 1, members)
        : items !== undefined
          ? this.scanArray(start, 1, items)
          : this.scanValue(start, 0)
    const spaced = this.spaces !== spaces
    if (this.skipSpace(end) !== bytes.length) throw new Fault("trailing", this.skipSpace(end))
    return { start, end, spaced, members, items }
  }

  /** The position after a value that begins at `at`. `depth` counts the containers around it. */
  private scanValue(at: number, depth: number): number {
    const { parts } = this
    if (parts === undefined) return this.scanBytes(at, depth)
    const byte = this.bytes[at]
    const index = parts.open(at, depth, byte === 0x7b || byte === 0x5b)
    const end = this.scanBytes(at, depth)
    parts.close(index, end)
    return end
  }

  private scanBytes(at: number, depth: number): number {
    const byte = this.bytes[at] ?? 0
    if (byte === 0x22) return findClosingQuote(this.bytes, at + 1) + 1
    if (byte === 0x7b) return this.scanObject(at, depth + 1, undefined)
    if (byte === 0x5b) return this.scanArray(at, depth + 1, undefined)
    if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) return skipNumber(this.bytes, at)
    return this.scanWord(at, byte)
  }

  private scanObject(at: number, depth: number, into: Array<Member> | undefined): number {
    if (depth > this.limits.depth) throw new Fault("depth", at)
    const { bytes } = this
    const base = openKeys.open()
    let seen: Set<string> | undefined
    let i = this.skipSpace(at + 1)
    if (bytes[i] === 0x7d) return i + 1
    for (;;) {
      if (bytes[i] !== 0x22) throw new Fault(i >= bytes.length ? "end" : "key", i)
      const from = i + 1
      let to = skipPlain(bytes, from)
      const plain = bytes[to] === 0x22
      if (!plain) to = findClosingQuote(bytes, to)
      const hashed = seen?.size ?? 0
      if (seen !== undefined) addHashed(seen, bytes, from, to)
      else seen = plain ? openKeys.add(base, from, to) : openKeys.moveToSet(base, from, to)
      i = this.skipSpace(to + 1)
      if (bytes[i] !== 0x3a) throw new Fault(i >= bytes.length ? "end" : "colon", i)
      const start = this.skipSpace(i + 1)
      const spaces = this.spaces
      const end = depth === 1 ? this.scanMember(start, from, to) : this.scanValue(start, depth)
      if (seen !== undefined) this.keep(seen.size - hashed, from)
      if (into !== undefined) {
        this.keep(1, from)
        into.push({ key: readKey(bytes, from, to), start, end, spaced: this.spaces !== spaces })
      }
      i = this.skipSpace(end)
      const byte = bytes[i]
      if (byte === 0x7d) break
      if (byte !== 0x2c) throw new Fault(i >= bytes.length ? "end" : "brace", i)
      i = this.skipSpace(i + 1)
    }
    openKeys.close(base)
    if (seen !== undefined) this.keys -= seen.size
    return i + 1
  }

  private keep(keys: number, at: number): void {
    this.keys += keys
    if (this.keys > mostKeys) throw new Fault("keys", at)
  }

  /** Scans the value of a member of the root object. */
  private scanMember(start: number, keyStart: number, keyEnd: number): number {
    const { bytes, limits } = this
    const end = limits.notANumber === undefined ? start : skipNotANumber(bytes, start)
    return end > start && limits.notANumber?.has(readKey(bytes, keyStart, keyEnd)) === true
      ? end
      : this.scanValue(start, 1)
  }

  private scanArray(at: number, depth: number, into: Array<Item> | undefined): number {
    if (depth > this.limits.depth) throw new Fault("depth", at)
    const { bytes } = this
    let i = this.skipSpace(at + 1)
    if (bytes[i] === 0x5d) return i + 1
    for (;;) {
      i = into === undefined ? this.scanValue(i, depth) : this.scanItem(i, depth, into)
      i = this.skipSpace(i)
      const byte = bytes[i]
      if (byte === 0x5d) return i + 1
      if (byte !== 0x2c) throw new Fault(i >= bytes.length ? "end" : "bracket", i)
      i = this.skipSpace(i + 1)
    }
  }

  private scanItem(start: number, depth: number, into: Array<Item>): number {
    if (into.length >= this.limits.items) throw new Fault("items", start)
    const spaces = this.spaces
    const members: Array<Member> | undefined = this.bytes[start] === 0x7b ? [] : undefined
    const end =
      members === undefined ? this.scanValue(start, depth) : this.scanObject(start, depth + 1, members)
    into.push({ start, end, spaced: this.spaces !== spaces, members })
    return end
  }

  private scanWord(at: number, first: number): number {
    if (first === 0x74) return this.expectWord(at, "true")
    if (first === 0x66) return this.expectWord(at, "false")
    if (first === 0x6e) return this.expectWord(at, "null")
    if (at >= this.bytes.length) throw new Fault("end", at)
    throw new Fault(first === 0x4e || first === 0x49 ? "token" : "value", at)
  }

  private expectWord(at: number, word: string): number {
    const { bytes } = this
    for (let i = 1; i < word.length; i++) {
      if (at + i >= bytes.length) throw new Fault("end", at + i)
      if (bytes[at + i] !== word.charCodeAt(i)) throw new Fault("value", at)
    }
    return at + word.length
  }

  private skipSpace(from: number): number {
    const { bytes } = this
    let byte = bytes[from] ?? 0x21
    if (byte > 0x20) return from
    let i = from
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++i] ?? 0x21
    this.spaces += i - from
    return i
  }
}
