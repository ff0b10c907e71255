/** A list of numbers that grows, in 8 bytes each: indexes of large files. */
export class Numbers {
  #values = new Float64Array(16)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(2 * this.#length)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }

  at(index: number): number {
    return this.#values[index] ?? Number.NaN
  }

  /** Whether each number is larger than the one before. */
  get isAscending(): boolean {
    for (let i = 1; i < this.#length; i++) if (!(this.at(i - 1) < this.at(i))) return false
    return true
  }

  /** The places of the numbers in the order of their values; equal ones in the order of their places. */
  order(): Uint32Array {
    const places = Uint32Array.from({ length: this.#length }, (_, i) => i)
    return this.isAscending ? places : places.sort((a, b) => this.at(a) - this.at(b) || a - b)
  }
}

/** Finds the place of a number. */
export class NumberLookup {
  readonly #numbers: Numbers
  readonly #order: Uint32Array

  constructor(numbers: Numbers) {
    this.#numbers = numbers
    this.#order = numbers.order()
  }

  /** A number that is there more than once; undefined without one. */
  get duplicate(): number | undefined {
    const at = (i: number) => this.#numbers.at(this.#order[i] ?? -1)
    for (let i = 1; i < this.#order.length; i++) if (at(i) === at(i - 1)) return at(i)
    return undefined
  }

  /** −1 when it is missing. */
  findIndex(value: number): number {
    let [low, high] = [0, this.#order.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const place = this.#order[middle] ?? -1
      const candidate = this.#numbers.at(place)
      if (candidate === value) return place
      if (candidate < value) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}
