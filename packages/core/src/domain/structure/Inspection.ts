import type { Violation } from "../errors.ts"

/** The maximum number of violations. */
const maxViolations = 100

/** Items of lists that had no violations in an earlier check, with the shape that they have. Nobody changes them. */
export interface SoundItems extends WeakMap<object, object> {}

/** The state of a structure check: the current place, and the violations so far. */
export class Inspection {
  readonly violations: Array<Violation> = []
  readonly #soundItems: SoundItems | undefined
  readonly #missing = new Set<Violation>()
  readonly #path: Array<string | number> = []

  constructor(soundItems?: SoundItems) {
    this.#soundItems = soundItems
  }

  isSound(item: unknown, shape: object): boolean {
    return this.#soundItems !== undefined && this.#soundItems.get(item as object) === shape
  }

  keepSound(item: unknown, shape: object): void {
    if (typeof item === "object" && item !== null) this.#soundItems?.set(item, shape)
  }

  /** Whether the maximum is reached, so that the check can stop. */
  get full(): boolean {
    return this.violations.length >= maxViolations
  }

  enter(key: string | number): void {
    this.#path.push(key)
  }

  leave(): void {
    this.#path.pop()
  }

  /** Records a violation at this place, or below it at `keys`. */
  reportWrong(message: string, ...keys: ReadonlyArray<string | number>): void {
    this.#note(message, keys)
  }

  /** Records a missing required value at `key`. */
  reportMissing(key: string): void {
    const violation = this.#note("is required", [key])
    if (violation !== undefined) this.#missing.add(violation)
  }

  /** Whether the violation is a missing value. */
  isMissing(violation: Violation): boolean {
    return this.#missing.has(violation)
  }

  #note(message: string, keys: ReadonlyArray<string | number>): Violation | undefined {
    if (this.full) return undefined
    const violation = { pointer: describePointer([...this.#path, ...keys]), message }
    this.violations.push(violation)
    return violation
  }
}

/**
 * A JSON Pointer in which unusual keys are replaced by `*`. Keys come from the sender, and the SDK of the wire
 * contract selects its exceptions by phrases in an error's text.
 */
const describePointer = (path: ReadonlyArray<string | number>): string =>
  path.map((key) => `/${typeof key === "number" || /^\w{1,64}$/.test(key) ? key : "*"}`).join("")
