/**
 * Streams between a task and its owner. The reader requests each portion, so that the writer waits for it: at most two portions
 * of about a mebibyte are on their way.
 */
import type { Channel } from "./Channel.ts"

/** The characters or bytes of a portion. A single item may be larger. */
const portionWeight = 1024 * 1024
const portionItems = 500
/** A slow writer sends what it has. */
const portionMillis = 100

interface Portion {
  readonly items: ReadonlyArray<unknown>
  readonly isLast: boolean
}

/** The streams that one side lets the other read. */
export class Streams {
  readonly #open = new Map<number, AsyncIterator<unknown>>()
  readonly #channel: Channel
  #ids = 0

  constructor(channel: Channel) {
    this.#channel = channel
    channel.answer("next", (id: number) => this.#next(id))
    channel.answer("return", (id: number) => this.#close(id))
  }

  /** Offers a stream to the other side, which reads it by the id. The items are bytes, or records of texts. */
  offer(items: AsyncIterable<unknown>): number {
    const id = ++this.#ids
    this.#open.set(id, items[Symbol.asyncIterator]())
    return id
  }

  /** Reads a stream that the other side offers. It can be read once. */
  async *read<Item>(id: number): AsyncGenerator<Item> {
    const request = () => {
      const portion = this.#channel.call<Portion>("next", id)
      // The reader may stop before it waits for the answer.
      portion.catch(() => {})
      return portion
    }
    let isLast = false
    let next = request()
    try {
      while (!isLast) {
        const portion = await next
        isLast = portion.isLast
        if (!isLast) next = request()
        yield* portion.items as ReadonlyArray<Item>
      }
    } finally {
      if (!isLast) await this.#channel.call("return", id).catch(() => {})
    }
  }

  /** Closes the streams that nobody reads any more. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#open.keys()].map((id) => this.#close(id)))
  }

  async #next(id: number): Promise<Portion> {
    const iterator = this.#open.get(id)
    const items: Array<unknown> = []
    let isLast = iterator === undefined
    const end = performance.now() + portionMillis
    for (let weight = 0; iterator !== undefined && weight < portionWeight && items.length < portionItems; ) {
      const step = await iterator.next()
      if (step.done === true) {
        isLast = true
        break
      }
      items.push(step.value)
      weight += weigh(step.value)
      if (performance.now() >= end) break
    }
    if (isLast) this.#open.delete(id)
    return { items, isLast }
  }

  async #close(id: number): Promise<void> {
    const iterator = this.#open.get(id)
    this.#open.delete(id)
    await iterator?.return?.()
  }
}

const weigh = (item: unknown): number => {
  if (item instanceof Uint8Array || typeof item === "string") return item.length
  if (typeof item !== "object" || item === null) return 0
  return Object.values(item).reduce(
    (sum: number, value) => sum + (typeof value === "string" ? value.length : 0),
    0,
  )
}
