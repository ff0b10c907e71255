/** A column of sums for each key, up to a number of keys. */
import type { SampleSums } from "./SampleSums.ts"

export class KeyedColumns<Key> {
  #columns: Map<Key, number> | null = new Map()

  constructor(
    readonly sums: SampleSums,
    readonly maxKeys: number,
  ) {}

  /** Adds a number of the sample that `sums` has begun. */
  add(key: Key, value: number): void {
    if (this.#columns === null) return
    const column = this.#columns.get(key) ?? this.sums.makeColumn()
    this.#columns.set(key, column)
    this.sums.add(column, value)
    if (this.#columns.size > this.maxKeys) this.clear()
  }

  /** Ends with the columns that there are: no figure is computed from them. */
  clear(): void {
    this.#columns = null
  }

  /** Null when there are too many. */
  list(): ReadonlyArray<readonly [key: Key, column: number]> | null {
    return this.#columns === null ? null : [...this.#columns]
  }
}
