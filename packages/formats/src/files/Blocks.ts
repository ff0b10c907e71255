/** Reads small parts of a large file in any order, through a few blocks in memory. */
import type { Source } from "./Source.ts"

const blockBytes = 64 * 1024
const mostBlocks = 64

export class Blocks {
  readonly #source: Source
  readonly #path: string
  readonly #blocks = new Map<number, Buffer>()

  constructor(source: Source, path: string) {
    this.#source = source
    this.#path = path
  }

  async text(start: number, length: number): Promise<string> {
    const first = Math.floor(start / blockBytes)
    const last = Math.floor((start + length - 1) / blockBytes)
    const from = start - first * blockBytes
    if (first === last) return (await this.#block(first)).toString("utf8", from, from + length)
    const parts: Array<Buffer> = []
    for (let block = first; block <= last; block++) parts.push(await this.#block(block))
    return Buffer.concat(parts).toString("utf8", from, from + length)
  }

  async #block(index: number): Promise<Buffer> {
    const known = this.#blocks.get(index)
    // The least recently used block is the first of the map.
    if (known !== undefined) this.#blocks.delete(index)
    const start = index * blockBytes
    const block = known ?? Buffer.from(await this.#source.range(this.#path, start, start + blockBytes))
    this.#blocks.set(index, block)
    if (this.#blocks.size > mostBlocks)
      for (const oldest of this.#blocks.keys()) {
        this.#blocks.delete(oldest)
        break
      }
    return block
  }
}
