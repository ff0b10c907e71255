import { makeRandom } from "./random.ts"

/** Draws some of many values at random, each with the same chance, without keeping the others (algorithm R; Vitter 1985). */
export class Reservoir<A> {
  /** The number of values that were added. */
  seen = 0
  readonly #drawn: Array<A> = []
  readonly #random: () => number

  constructor(
    readonly size: number,
    readonly seed: number,
  ) {
    this.#random = makeRandom(seed)
  }

  add(value: A): void {
    this.seen += 1
    if (this.#drawn.length < this.size) {
      this.#drawn.push(value)
      return
    }
    const place = Math.floor(this.#random() * this.seen)
    if (place < this.size) this.#drawn[place] = value
  }

  /** The drawn values: in the order in which they were added until one is replaced. */
  list(): ReadonlyArray<A> {
    return this.#drawn
  }
}
