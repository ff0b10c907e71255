/**
 * A table keeps its rows in memory by key, with indexes. It reports every change to its database, which writes the change to the
 * journal or reverts it.
 */

/** A change of one row: the entry for the journal, and its inverse. */
export interface Change {
  /** The table, the key and the new row. An entry without a row is a deletion. */
  readonly entry: Entry
  readonly undo: () => void
}

export type Entry =
  | readonly [table: string, key: string]
  | readonly [table: string, key: string, row: unknown]

/** The methods of a table that do not depend on its rows. */
export interface AnyTable {
  readonly name: string
  readonly size: number
  /** Restores a row from the journal without reporting a change. */
  readonly restore: (key: string, row: unknown) => void
  readonly entries: () => Iterable<Entry>
}

export class Table<Row extends object, Index extends string = never> implements AnyTable {
  readonly #rows = new Map<string, Row>()
  readonly #indexes: ReadonlyArray<readonly [Index, (row: Row) => string, Map<string, Set<string>>]>
  /** The sorted keys. Built on demand, and discarded when a key is added or removed. */
  #order: ReadonlyArray<string> | null = null

  constructor(
    readonly name: string,
    readonly record: (change: Change) => void,
    ...indexes: ReadonlyArray<readonly [Index, (row: Row) => string]>
  ) {
    this.#indexes = indexes.map(([index, of]) => [index, of, new Map()])
  }

  get size(): number {
    return this.#rows.size
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)
  }

  all(): ReadonlyArray<Row> {
    return [...this.#rows.values()]
  }

  /** Returns the rows with this value of the index, in no particular order. */
  by(index: Index, value: string): ReadonlyArray<Row> {
    return this.#keysBy(index, value).flatMap((key) => this.#rows.get(key) ?? [])
  }

  /** Returns up to `limit` rows whose keys follow `key`, sorted by key. Null starts at the first key. */
  after(key: string | null, limit: number): ReadonlyArray<Row> {
    this.#order ??= [...this.#rows.keys()].sort()
    const order = this.#order
    let [from, to] = [0, key === null ? 0 : order.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (key !== null && (order[middle] ?? "") <= key) from = middle + 1
      else to = middle
    }
    return order.slice(from, from + limit).flatMap((each) => this.#rows.get(each) ?? [])
  }

  put(key: string, row: Row): void {
    const before = this.#rows.get(key)
    this.#set(key, row)
    this.record({ entry: [this.name, key, row], undo: () => this.#set(key, before) })
  }

  /** Deletes the row and returns whether it existed. */
  delete(key: string): boolean {
    const before = this.#rows.get(key)
    if (before === undefined) return false
    this.#set(key, undefined)
    this.record({ entry: [this.name, key], undo: () => this.#set(key, before) })
    return true
  }

  /** Deletes up to `limit` rows with this value of the index and returns their number. */
  deleteBy(index: Index, value: string, limit: number): number {
    return this.#keysBy(index, value)
      .slice(0, limit)
      .filter((key) => this.delete(key)).length
  }

  restore(key: string, row: unknown): void {
    // The same table wrote this row. A change of the row's type requires a new version of the journal.
    this.#set(key, row as Row | undefined)
  }

  *entries(): Iterable<Entry> {
    for (const [key, row] of this.#rows) yield [this.name, key, row]
  }

  #keysBy(index: Index, value: string): ReadonlyArray<string> {
    return [...(this.#indexes.find(([name]) => name === index)?.[2].get(value) ?? [])]
  }

  #set(key: string, row: Row | undefined): void {
    const before = this.#rows.get(key)
    for (const [, of, groups] of this.#indexes) {
      if (before !== undefined) leave(groups, of(before), key)
      if (row !== undefined) join(groups, of(row), key)
    }
    if ((before === undefined) !== (row === undefined)) this.#order = null
    if (row === undefined) this.#rows.delete(key)
    else this.#rows.set(key, row)
  }
}

const join = (groups: Map<string, Set<string>>, value: string, key: string): void => {
  const group = groups.get(value)
  if (group === undefined) groups.set(value, new Set([key]))
  else group.add(key)
}

const leave = (groups: Map<string, Set<string>>, value: string, key: string): void => {
  const group = groups.get(value)
  group?.delete(key)
  if (group?.size === 0) groups.delete(value)
}
