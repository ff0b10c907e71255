/**
 * The keys of the objects that are open at one time, to find the one that comes twice. Small objects compare a mark of
 * four bytes a key; an object of many keys, or with a key that needs decoding, moves to a Set of its own, so that
 * nobody can make the search quadratic.
 */
import { Fault } from "./fault.ts"

/** Above this many keys comparing pairs costs more than hashing. */
const pairwise = 16
const keptKeys = 4096
const nothing = new Uint8Array(0)

export class OpenKeys {
  private bytes: Uint8Array = nothing
  private starts = new Int32Array(256)
  private ends = new Int32Array(256)
  private marks = new Int32Array(256)
  private top = 0

  /** Begins a text; {@link release} forgets it. One at a time. */
  take(bytes: Uint8Array): void {
    this.bytes = bytes
    this.top = 0
  }

  /** Keeps the memory, unless a strange text has made it large. */
  release(): void {
    this.bytes = nothing
    if (this.marks.length <= keptKeys) return
    this.starts = new Int32Array(256)
    this.ends = new Int32Array(256)
    this.marks = new Int32Array(256)
  }

  /** Begins an object: the position to {@link close} it with. */
  open(): number {
    return this.top
  }

  close(base: number): void {
    this.top = base
  }

  /** Adds a plain key of the object that began at `base`; answers a Set when the object has outgrown the pairs. */
  add(base: number, start: number, end: number): Set<string> | undefined {
    const { bytes, marks, top } = this
    if (top - base === pairwise) return this.moved(base, start, end)
    const middle = bytes[start + ((end - start) >> 1)] ?? 0
    const mark = ((end - start) << 24) ^ ((bytes[start] ?? 0) << 16) ^ (middle << 8) ^ (bytes[end - 1] ?? 0)
    for (let i = top - 1; i >= base; i--)
      if (marks[i] === mark && this.same(i, start, end)) throw twice(start)
    if (top === marks.length) this.grow()
    this.starts[top] = start
    this.ends[top] = end
    this.marks[top] = mark
    this.top = top + 1
    return undefined
  }

  /** The Set of an object's keys so far, with one key more. */
  moved(base: number, start: number, end: number): Set<string> {
    const seen = new Set<string>()
    for (let i = base; i < this.top; i++)
      seen.add(hashable(this.bytes, this.starts[i] ?? 0, this.ends[i] ?? 0))
    addHashed(seen, this.bytes, start, end)
    return seen
  }

  private same(index: number, start: number, end: number): boolean {
    const { bytes } = this
    const other = this.starts[index] ?? 0
    if ((this.ends[index] ?? 0) - other !== end - start) return false
    for (let i = end - start - 1; i >= 0; i--) if (bytes[other + i] !== bytes[start + i]) return false
    return true
  }

  private grow(): void {
    this.starts = doubled(this.starts)
    this.ends = doubled(this.ends)
    this.marks = doubled(this.marks)
  }
}

/** Adds one key to an object's Set, or finds it there. */
export const addHashed = (seen: Set<string>, bytes: Uint8Array, start: number, end: number): void => {
  const before = seen.size
  seen.add(hashable(bytes, start, end))
  if (seen.size === before) throw twice(start)
}

/** The text of a key, escapes resolved. */
export const keyText = (bytes: Uint8Array, start: number, end: number): string => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8")
  return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text
}

/** Never a text of digits alone: V8 hashes those without its secret seed. */
const hashable = (bytes: Uint8Array, start: number, end: number): string => `.${keyText(bytes, start, end)}`

const twice = (start: number): Fault => new Fault("duplicate", start - 1)

const doubled = (from: Int32Array): Int32Array<ArrayBuffer> => {
  const to = new Int32Array(from.length * 2)
  to.set(from)
  return to
}
