import { makeRandom } from "../../agreement/figures/random.ts"
import type { SampleId } from "../../domain/Ids.ts"

/** Draws some of many samples at random, each with the same chance, without keeping the others (algorithm R; Vitter 1985). */
export class SampleDraw {
  /** The number of samples that were added. */
  seen = 0
  readonly #drawn: Array<SampleId> = []
  readonly #random: () => number

  constructor(
    readonly size: number,
    readonly seed: number,
  ) {
    this.#random = makeRandom(seed)
  }

  add(id: SampleId): void {
    this.seen += 1
    if (this.#drawn.length < this.size) {
      this.#drawn.push(id)
      return
    }
    const place = Math.floor(this.#random() * this.seen)
    if (place < this.size) this.#drawn[place] = id
  }

  /** The drawn samples in the order of their ids. */
  list(): ReadonlyArray<SampleId> {
    return this.#drawn.toSorted()
  }
}
