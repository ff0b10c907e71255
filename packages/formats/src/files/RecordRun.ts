/** Records in the order of their keys, read from memory or from a temporary file through a small buffer. */
import type { Spill } from "./Spill.ts"

/** The bytes of a record before its content: the key, the serial number and the length. */
export const recordHeadBytes = 16

export interface RecordRun {
  /** The current record: its bytes stay until `next` is called. */
  readonly key: number
  readonly serial: number
  readonly bytes: Buffer
  /** Reads the next record. Returns false at the end. */
  readonly next: () => boolean
}

/** The place of a run in a temporary file. */
export interface RunPlace {
  readonly position: number
  readonly length: number
}

export const writeRecordHead = (buffer: Buffer, at: number, key: number, serial: number, length: number) => {
  buffer.writeDoubleLE(key, at)
  buffer.writeUInt32LE(serial, at + 8)
  buffer.writeUInt32LE(length, at + 12)
}

export class SpilledRun implements RecordRun {
  key = Number.NaN
  serial = 0
  bytes: Buffer = Buffer.alloc(0)
  readonly #spill: Spill
  readonly #end: number
  /** The place in the file of the bytes behind the buffer. */
  #position: number
  #buffer: Buffer
  #at = 0
  #filled = 0

  constructor(spill: Spill, { length, position }: RunPlace, bufferBytes: number) {
    this.#spill = spill
    this.#position = position
    this.#end = position + length
    this.#buffer = Buffer.allocUnsafe(Math.min(bufferBytes, length))
  }

  next(): boolean {
    if (!this.#has(recordHeadBytes)) return false
    const head = this.#at
    const length = this.#buffer.readUInt32LE(head + 12)
    if (!this.#has(recordHeadBytes + length)) return false
    this.key = this.#buffer.readDoubleLE(this.#at)
    this.serial = this.#buffer.readUInt32LE(this.#at + 8)
    const from = this.#at + recordHeadBytes
    this.bytes = this.#buffer.subarray(from, from + length)
    this.#at = from + length
    return true
  }

  /** Whether so many bytes are left; they are in the buffer then. */
  #has(bytes: number): boolean {
    const rest = this.#filled - this.#at
    if (rest >= bytes) return true
    const whole = this.#buffer.length >= bytes ? this.#buffer : Buffer.allocUnsafe(bytes)
    this.#buffer.copy(whole, 0, this.#at, this.#filled)
    const byteCount = Math.min(whole.length - rest, this.#end - this.#position)
    const more = this.#spill.read(this.#position, whole.subarray(rest, rest + byteCount))
    this.#position += more
    this.#buffer = whole
    this.#at = 0
    this.#filled = rest + more
    return this.#filled >= bytes
  }
}
