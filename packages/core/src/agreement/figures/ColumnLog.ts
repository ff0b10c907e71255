/** Numbers of many columns and groups, in typed arrays: most columns have few of them. */

/** The numbers column by column, of which the first one begins at 0. Each column has one number for a group. */
export interface SortedLog {
  /** The end of each column. */
  readonly ends: Int32Array
  readonly groups: Uint16Array
  readonly values: Float64Array
}

interface Entries {
  columns: Int32Array
  groups: Uint16Array
  values: Float64Array
}

const makeEntries = (length: number): Entries => ({
  columns: new Int32Array(length),
  groups: new Uint16Array(length),
  values: new Float64Array(length),
})

export class ColumnLog {
  #entries = makeEntries(1024)
  #length = 0
  #columns = 0
  #group = 0
  /** The numbers of the sample that was begun last, by column. */
  readonly #open = new Map<number, number>()
  /** Of each group: its place in the column that is sorted, from 1 on. Zeros between two of them. */
  readonly #places: Int32Array

  /** Groups are numbers below `maxGroups`. */
  constructor(maxGroups: number) {
    this.#places = new Int32Array(maxGroups)
  }

  /** Begins a sample of a group. */
  begin(group: number): void {
    this.#close()
    this.#group = group
  }

  /** Adds a number of the sample that was begun. */
  add(column: number, value: number): void {
    this.#open.set(column, (this.#open.get(column) ?? 0) + value)
  }

  #close(): void {
    for (const [column, value] of this.#open) {
      if (this.#length === this.#entries.columns.length) this.#extend()
      const { columns, groups, values } = this.#entries
      columns[this.#length] = column
      groups[this.#length] = this.#group
      values[this.#length] = value
      this.#length += 1
      if (column >= this.#columns) this.#columns = column + 1
    }
    this.#open.clear()
  }

  /** Makes place, at first by adding up what several samples added to one group. */
  #extend(): void {
    const size = this.#length
    const { ends, groups, values } = this.#sortEntries(this.#columns)
    const entries = makeEntries(2 * values.length > size ? 2 * size : size)
    entries.groups.set(groups)
    entries.values.set(values)
    let from = 0
    for (const [column, end] of ends.entries()) {
      entries.columns.fill(column, from, end)
      from = end
    }
    this.#entries = entries
    this.#length = values.length
  }

  /** All numbers so far. `columns` is the number of columns. */
  sort(columns: number): SortedLog {
    this.#close()
    return this.#sortEntries(columns)
  }

  #sortEntries(count: number): SortedLog {
    const { columns, groups: unsorted, values: all } = this.#entries
    const starts = new Int32Array(count + 1)
    for (let at = 0; at < this.#length; at++) {
      const next = (columns[at] as number) + 1
      starts[next] = (starts[next] as number) + 1
    }
    for (let column = 0; column < count; column++)
      starts[column + 1] = (starts[column + 1] as number) + (starts[column] as number)
    const nextOf = starts.slice(0, count)
    const [groups, values] = [new Uint16Array(this.#length), new Float64Array(this.#length)]
    for (let at = 0; at < this.#length; at++) {
      const column = columns[at] as number
      const place = nextOf[column] as number
      nextOf[column] = place + 1
      groups[place] = unsorted[at] as number
      values[place] = all[at] as number
    }
    return this.#joinGroups(starts, groups, values)
  }

  /** Adds up the numbers of each group in each column, in place. */
  #joinGroups(starts: Int32Array, groups: Uint16Array, values: Float64Array): SortedLog {
    const places = this.#places
    const ends = new Int32Array(starts.length - 1)
    let length = 0
    for (let column = 0; column < ends.length; column++) {
      const begin = length
      for (let at = starts[column] as number; at < (starts[column + 1] as number); at++) {
        const group = groups[at] as number
        const place = places[group] as number
        if (place > 0) values[place - 1] = (values[place - 1] as number) + (values[at] as number)
        else {
          groups[length] = group
          values[length] = values[at] as number
          length += 1
          places[group] = length
        }
      }
      for (let at = begin; at < length; at++) places[groups[at] as number] = 0
      ends[column] = length
    }
    return { ends, groups: groups.subarray(0, length), values: values.subarray(0, length) }
  }
}
