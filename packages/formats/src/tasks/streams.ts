/**
 * Streams between a task and its owner. The reader requests each portion, so that the writer waits for it: at most two portions
 * of about a mebibyte are on their way.
 */
import type { Channel } from "./Channel.ts"

/** The characters or bytes of a portion. A single item may be larger. */
const portionWeight = 1024 * 1024
/** Those of the first portion: the beginning of a file is often all that is read. */
const firstWeight = 128 * 1024
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
  /** The streams of which no portion was sent. */
  readonly #unread = new Set<number>()
  readonly #channel: Channel
  #ids = 0

  constructor(channel: Channel) {
    this.#channel = channel
    channel.answer("next", (id: number) => this.#next(id))
    channel.answer("return", (id: number) => this.withdraw(id))
  }

  /** Offers a stream to the other side, which reads it by the id. The items are bytes, or records of texts. */
  offer(items: AsyncIterable<unknown>): number {
    const id = ++this.#ids
    this.#open.set(id, items[Symbol.asyncIterator]())
    this.#unread.add(id)
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
    let isFirst = true
    let next = request()
    try {
      while (!isLast) {
        const portion = await next
        isLast = portion.isLast
        const isAhead = !isLast && !isFirst
        if (isAhead) next = request()
        yield* portion.items as ReadonlyArray<Item>
        if (!isLast && !isAhead) next = request()
        isFirst = false
      }
    } finally {
      if (!isLast) await this.#channel.call("return", id).catch(() => {})
    }
  }

  /** Closes the streams that nobody reads any more. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#open.keys()].map((id) => this.withdraw(id)))
  }

  /** Closes a stream, also one that nobody has read. */
  async withdraw(id: number): Promise<void> {
    const iterator = this.#open.get(id)
    this.#open.delete(id)
    this.#unread.delete(id)
    await iterator?.return?.()
  }

  async #next(id: number): Promise<Portion> {
    const iterator = this.#open.get(id)
    if (iterator === undefined) throw new Error(`The stream ${id} is closed.`)
    const maxWeight = this.#unread.delete(id) ? firstWeight : portionWeight
    const items: Array<unknown> = []
    const end = performance.now() + portionMillis
    let weight = 0
    do {
      const step = await this.#step(id, iterator, items.length > 0)
      if (step === undefined) break
      if (step.done === true) {
        this.#open.delete(id)
        return { items, isLast: true }
      }
      items.push(step.value)
      weight += weigh(step.value)
    } while (weight < maxWeight && items.length < portionItems && performance.now() < end)
    return { items, isLast: false }
  }

  /** Takes a step. An error that follows other items comes with the next portion: undefined now. */
  async #step(
    id: number,
    iterator: AsyncIterator<unknown>,
    follows: boolean,
  ): Promise<IteratorResult<unknown> | undefined> {
    try {
      return await iterator.next()
    } catch (cause) {
      this.#open.delete(id)
      if (!follows) throw cause
      this.#open.set(id, { next: () => Promise.reject(cause) })
      return undefined
    }
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
