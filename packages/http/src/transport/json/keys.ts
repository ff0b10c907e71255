/**
 * The keys of all open objects, to detect duplicates. Small objects compare a four-byte mark per key. Objects with many
 * keys, or with keys that need decoding, use a Set, so that the search never becomes quadratic.
 */
import { Fault } from "./fault.ts"

/** Above this many keys, hashing is cheaper than comparing pairs. */
const pairwise = 16
const keptKeys = 4096
const nothing = new Uint8Array(0)

export class OpenKeys {
  private bytes: Uint8Array = nothing
  private starts = new Int32Array(256)
  private ends = new Int32Array(256)
  private marks = new Int32Array(256)
  private top = 0

  /** Begins a text; {@link release} ends it. Supports one text at a time. */
  take(bytes: Uint8Array): void {
    this.bytes = bytes
    this.top = 0
  }

  /** Keeps the memory unless an unusual text has made it large. */
  release(): void {
    this.bytes = nothing
    if (this.marks.length <= keptKeys) return
    this.starts = new Int32Array(256)
    this.ends = new Int32Array(256)
    this.marks = new Int32Array(256)
  }

  /** Begins an object. Returns the position to {@link close} it with. */
  open(): number {
    return this.top
  }

  close(base: number): void {
    this.top = base
  }

  /** Adds a plain key of the object that began at `base`. Returns a Set when the object has too many keys for pairs. */
  add(base: number, start: number, end: number): Set<string> | undefined {
    const { bytes, marks, top } = this
    if (top - base === pairwise) return this.moveToSet(base, start, end)
    const middle = bytes[start + ((end - start) >> 1)] ?? 0
    const mark = ((end - start) << 24) ^ ((bytes[start] ?? 0) << 16) ^ (middle << 8) ^ (bytes[end - 1] ?? 0)
    for (let i = top - 1; i >= base; i--)
      if (marks[i] === mark && this.isSameKey(i, start, end)) throw makeDuplicateFault(start)
    if (top === marks.length) this.doubleCapacity()
    this.starts[top] = start
    this.ends[top] = end
    this.marks[top] = mark
    this.top = top + 1
    return undefined
  }

  /** Moves an object's keys to a Set, with one key more. */
  moveToSet(base: number, start: number, end: number): Set<string> {
    const seen = new Set<string>()
    for (let i = base; i < this.top; i++)
      seen.add(toHashable(this.bytes, this.starts[i] ?? 0, this.ends[i] ?? 0))
    addHashed(seen, this.bytes, start, end)
    return seen
  }

  private isSameKey(index: number, start: number, end: number): boolean {
    const { bytes } = this
    const other = this.starts[index] ?? 0
    if ((this.ends[index] ?? 0) - other !== end - start) return false
    for (let i = end - start - 1; i >= 0; i--) if (bytes[other + i] !== bytes[start + i]) return false
    return true
  }

  private doubleCapacity(): void {
    this.starts = doubleArray(this.starts)
    this.ends = doubleArray(this.ends)
    this.marks = doubleArray(this.marks)
  }
}

/** Adds a key to an object's Set. Throws when it is a duplicate. */
export const addHashed = (seen: Set<string>, bytes: Uint8Array, start: number, end: number): void => {
  const before = seen.size
  seen.add(toHashable(bytes, start, end))
  if (seen.size === before) throw makeDuplicateFault(start)
}

/** The text of a key, with escapes resolved. */
export const readKey = (bytes: Uint8Array, start: number, end: number): string => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8")
  if (!text.includes("\\")) return text
  const decoded: string = JSON.parse(`"${text}"`)
  return decoded
}

/** Never a text of digits alone: V8 hashes those without its secret seed. */
const toHashable = (bytes: Uint8Array, start: number, end: number): string => `.${readKey(bytes, start, end)}`

const makeDuplicateFault = (start: number): Fault => new Fault("duplicate", start - 1)

const doubleArray = (from: Int32Array): Int32Array<ArrayBuffer> => {
  const to = new Int32Array(from.length * 2)
  to.set(from)
  return to
}
