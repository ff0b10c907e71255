/** The mean of a value of each sample, with its limits. */
import type { Figure } from "./bootstrap.ts"
import type { SampleSums } from "./SampleSums.ts"

export class MeanOfSamples {
  readonly #values: number
  readonly #samples: number

  constructor(readonly sums: SampleSums) {
    this.#values = sums.makeColumn()
    this.#samples = sums.makeColumn()
  }

  /** Adds the value of the sample that `sums` has begun. */
  add(value: number): void {
    this.sums.add(this.#values, value)
    this.sums.add(this.#samples, 1)
  }

  /** Adds the mean to the figures that are estimated. */
  addFigure(): () => Figure {
    return this.sums.addFigure([this.#samples], (sums) => {
      const samples = sums[this.#samples] as number
      return samples === 0 ? null : (sums[this.#values] as number) / samples
    })
  }
}
