/**
 * Sorts the records of a large file by a number with a few megabytes of memory: what does not fit is written as sorted runs, which are
 * merged when the records are read. Each record is written once and read once, in whatever order the records come.
 */
import { Numbers } from "./Numbers.ts"
import { type RecordRun, type RunPlace, recordHeadBytes, SpilledRun, writeRecordHead } from "./RecordRun.ts"
import type { Spill } from "./Spill.ts"

export interface SortedRecord {
  readonly key: number
  readonly serial: number
  /** They change when the next record is read. */
  readonly bytes: Buffer
}

const runBytes = 16 * 1024 * 1024
const outputBytes = 1024 * 1024
/** Of all runs that are merged. */
const mergeBytes = 16 * 1024 * 1024
const leastBufferBytes = 16 * 1024

export class RecordSorter {
  readonly #spill: Spill
  readonly #runBytes: number
  readonly #runs: Array<RunPlace> = []
  #content: Buffer = Buffer.alloc(0)
  #length = 0
  #bytes = 0
  #keys = new Numbers()
  #serials = new Numbers()
  #ends = new Numbers()

  constructor(spill: Spill, bytes: number = runBytes) {
    this.#spill = spill
    this.#runBytes = bytes
  }

  /** The bytes are copied. Records of one key come in the order of their serial numbers, which differ. */
  add(key: number, serial: number, bytes: Uint8Array): void {
    if (this.#length > 0 && this.#length + bytes.length > this.#runBytes) this.flush()
    this.#ensure(this.#length + bytes.length)
    this.#content.set(bytes, this.#length)
    this.#length += bytes.length
    this.#bytes += bytes.length
    this.#keys.push(key)
    this.#serials.push(serial)
    this.#ends.push(this.#length)
  }

  /** Of all records. */
  get bytes(): number {
    return this.#bytes
  }

  /** Keeps a few records in memory, as long as all sorters of the temporary file together keep few. Call it after the last `add`. */
  settle(): void {
    if (!this.#spill.reserve(this.#content.length)) this.flush()
  }

  /** Writes the records that are in memory, and frees it. */
  flush(): void {
    if (this.#keys.length === 0) return
    const output = new RunOutput(this.#spill)
    for (const place of this.#order())
      output.write(this.#keys.at(place), this.#serials.at(place), this.#bytesAt(place))
    this.#runs.push(output.end())
    this.#content = Buffer.alloc(0)
    this.#length = 0
    this.#keys = new Numbers()
    this.#serials = new Numbers()
    this.#ends = new Numbers()
  }

  /** All records in their order. They may be read several times, but not at the same time as `add`. */
  *records(): Generator<SortedRecord> {
    const bufferBytes = Math.max(leastBufferBytes, Math.floor(mergeBytes / (this.#runs.length + 1)))
    const runs: Array<RecordRun> = this.#runs.map((place) => new SpilledRun(this.#spill, place, bufferBytes))
    if (this.#keys.length > 0) runs.push(this.#pendingRun())
    const heap = new RunHeap(runs.filter((run) => run.next()))
    for (let run = heap.first; run !== undefined; run = heap.first) {
      yield run
      heap.settle(run.next())
    }
  }

  #ensure(length: number): void {
    if (this.#content.length >= length) return
    const doubled = Math.min(Math.max(2 * this.#content.length, 64 * 1024), this.#runBytes)
    const larger = Buffer.allocUnsafeSlow(Math.max(doubled, length))
    this.#content.copy(larger, 0, 0, this.#length)
    this.#content = larger
  }

  #bytesAt(place: number): Buffer {
    return this.#content.subarray(place === 0 ? 0 : this.#ends.at(place - 1), this.#ends.at(place))
  }

  #order(): Uint32Array {
    const isBefore = (a: number, b: number) =>
      this.#keys.at(a) - this.#keys.at(b) || this.#serials.at(a) - this.#serials.at(b)
    const places = Uint32Array.from({ length: this.#keys.length }, (_, place) => place)
    for (let i = 1; i < places.length; i++) if (isBefore(i - 1, i) > 0) return places.sort(isBefore)
    return places
  }

  #pendingRun(): RecordRun {
    const order = this.#order()
    let at = -1
    const run = {
      key: Number.NaN,
      serial: 0,
      bytes: this.#content,
      next: () => {
        at += 1
        const place = order[at]
        if (place === undefined) return false
        run.key = this.#keys.at(place)
        run.serial = this.#serials.at(place)
        run.bytes = this.#bytesAt(place)
        return true
      },
    }
    return run
  }
}

/** Joins records to few writes. */
class RunOutput {
  readonly #spill: Spill
  readonly #buffer = Buffer.allocUnsafe(outputBytes)
  #filled = 0
  #position: number | undefined
  #length = 0

  constructor(spill: Spill) {
    this.#spill = spill
  }

  write(key: number, serial: number, bytes: Buffer): void {
    const length = recordHeadBytes + bytes.length
    if (this.#filled + length > this.#buffer.length) this.#flush()
    const buffer = length > this.#buffer.length ? Buffer.allocUnsafe(length) : this.#buffer
    writeRecordHead(buffer, this.#filled, key, serial, bytes.length)
    bytes.copy(buffer, this.#filled + recordHeadBytes)
    if (buffer === this.#buffer) this.#filled += length
    else this.#append(buffer)
  }

  end(): RunPlace {
    this.#flush()
    return { position: this.#position ?? 0, length: this.#length }
  }

  #flush(): void {
    this.#append(this.#buffer.subarray(0, this.#filled))
    this.#filled = 0
  }

  #append(bytes: Uint8Array): void {
    const position = this.#spill.append(bytes)
    this.#position ??= position
    this.#length += bytes.length
  }
}

/** The runs as a binary heap, the one with the least record first. */
class RunHeap {
  readonly #runs: Array<RecordRun> = []

  constructor(runs: ReadonlyArray<RecordRun>) {
    this.#runs = [...runs].sort(compareRuns)
  }

  get first(): RecordRun | undefined {
    return this.#runs[0]
  }

  /** Puts the first run in its place after it read its next record, or takes it away at its end. */
  settle(hasNext: boolean): void {
    const runs = this.#runs
    if (!hasNext) {
      const last = runs.pop()
      if (last === undefined || runs.length === 0) return
      runs[0] = last
    }
    const moving = runs[0]
    if (moving === undefined) return
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      const [a, b] = [runs[left], runs[left + 1]]
      if (a === undefined) break
      const [child, lesser] = b !== undefined && compareRuns(b, a) < 0 ? [left + 1, b] : [left, a]
      if (compareRuns(moving, lesser) <= 0) break
      runs[at] = lesser
      at = child
    }
    runs[at] = moving
  }
}

const compareRuns = (a: RecordRun, b: RecordRun): number => a.key - b.key || a.serial - b.serial
