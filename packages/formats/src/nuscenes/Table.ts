import type { Losses } from "../carry/Losses.ts"
import { DatasetError } from "../FormatError.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { forEachRow, parseRow } from "./rows.ts"
import { TokenIndex } from "./TokenIndex.ts"

export class Table {
  readonly #source: Source
  readonly #path: string
  readonly #tokens = new TokenIndex()
  readonly #places: Array<number> = []
  /** The numbers of the items in the file, in which those that cannot be read have one too. */
  readonly #indexes: Array<number> = []

  private constructor(source: Source, path: string) {
    this.#source = source
    this.#path = path
  }

  /** Reads all of it once; `take` sees each row with its number. A row that cannot be read is counted, and has none. */
  static async open(
    source: Source,
    path: string,
    losses: Losses,
    take?: (row: Node, number: number) => void,
  ): Promise<Table> {
    const table = new Table(source, path)
    const parts = new PartReader(losses, "records")
    await forEachRow(source, path, (row, index, start, length) => {
      parts.read(() => {
        const number = table.#places.length / 2
        const token = row.at("token")
        if (table.#tokens.find(token.text()) !== undefined)
          throw new DatasetError(path, `${token.place.slice(path.length + 1)} is there twice.`)
        take?.(row, number)
        table.#tokens.add(token.text(), number)
        table.#places.push(start, length)
        table.#indexes.push(index)
      })
    })
    parts.checkAny()
    return table
  }

  get size(): number {
    return this.#places.length / 2
  }

  /** The number of the row that another row refers to. */
  find(reference: Node): number {
    return this.#tokens.find(reference.text()) ?? reference.fail(`refers to nothing in ${this.#path}.`)
  }

  /** In the order of the numbers. Rows that are near each other in the file are read at once. */
  async rows(numbers: ReadonlyArray<number>): Promise<ReadonlyArray<Node>> {
    const requested = numbers.map((number, order) => ({
      order,
      index: this.#indexes[number] ?? 0,
      start: this.#places[2 * number] ?? 0,
      length: this.#places[2 * number + 1] ?? 0,
    }))
    requested.sort((a, b) => a.start - b.start)
    const rows: Array<Node> = []
    for (let from = 0; from < requested.length; ) {
      const first = requested[from]?.start ?? 0
      let end = first
      let to = from
      for (let next = requested[to]; next !== undefined; next = requested[to]) {
        const isFar = next.start > end + nearBytes || next.start + next.length > first + mostBytes
        if (isFar && to > from) break
        end = next.start + next.length
        to += 1
      }
      const bytes = await this.#source.range(this.#path, first, end)
      for (const { index, length, order, start } of requested.slice(from, to))
        rows[order] = parseRow(
          bytes.subarray(start - first, start - first + length),
          this.#path,
          index,
          this.#source.limits,
        )
      from = to
    }
    return rows
  }
}

/** Reading what lies between takes less time than reading twice. */
const nearBytes = 16 * 1024
const mostBytes = 4 * 1024 * 1024

/** Rows by the row they belong to, in their order. */
export class Groups {
  readonly #starts: Uint32Array
  readonly #rows: Uint32Array

  /** `owners` has the owner of each row, or −1 for none. */
  constructor(owners: ReadonlyArray<number>, count: number) {
    const starts = new Uint32Array(count + 1)
    for (const owner of owners) if (owner >= 0) starts[owner + 1] = (starts[owner + 1] ?? 0) + 1
    for (let owner = 0; owner < count; owner++)
      starts[owner + 1] = (starts[owner + 1] ?? 0) + (starts[owner] ?? 0)
    const next = starts.slice()
    this.#rows = new Uint32Array(starts[count] ?? 0)
    owners.forEach((owner, row) => {
      if (owner < 0) return
      const at = next[owner] ?? 0
      this.#rows[at] = row
      next[owner] = at + 1
    })
    this.#starts = starts
  }

  of(owner: number): ReadonlyArray<number> {
    return [...this.#rows.subarray(this.#starts[owner] ?? 0, this.#starts[owner + 1] ?? 0)]
  }
}
