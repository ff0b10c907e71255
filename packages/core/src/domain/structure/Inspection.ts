/** Where the check of a structure stands, and what it has found so far. */
import type { Violation } from "../errors.ts"

/** More violations than these help nobody. */
const most = 100

export class Inspection {
  readonly violations: Array<Violation> = []
  readonly #missing = new Set<Violation>()
  readonly #path: Array<string | number> = []

  /** Whether enough was found: then the check ends. */
  get full(): boolean {
    return this.violations.length >= most
  }

  enter(key: string | number): void {
    this.#path.push(key)
  }

  leave(): void {
    this.#path.pop()
  }

  /** Notes that the value at this place, or below it at `keys`, is wrong. */
  wrong(message: string, ...keys: ReadonlyArray<string | number>): void {
    this.#note(message, keys)
  }

  /** Notes that there is no value at `key`, where one is required. */
  missing(key: string): void {
    const violation = this.#note("is required", [key])
    if (violation !== undefined) this.#missing.add(violation)
  }

  /** Whether something is absent, and not wrong. */
  isMissing(violation: Violation): boolean {
    return this.#missing.has(violation)
  }

  #note(message: string, keys: ReadonlyArray<string | number>): Violation | undefined {
    if (this.full) return undefined
    const violation = { pointer: wordPointer([...this.#path, ...keys]), message }
    this.violations.push(violation)
    return violation
  }
}

/**
 * A JSON Pointer in which a key that is not one plain word is `*`. Keys come from the sender, and the SDK of the wire
 * contract chooses its exceptions by phrases in the text of an error.
 */
export const wordPointer = (path: ReadonlyArray<string | number>): string =>
  path.map((key) => `/${typeof key === "number" || /^\w{1,64}$/.test(key) ? key : "*"}`).join("")
