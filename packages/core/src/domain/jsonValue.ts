/**
 * Walks over JavaScript values that are to become JSON: finds values that JSON cannot represent, and excessive
 * nesting.
 */
import type { Violation } from "./errors.ts"
import { isCleanText } from "./Names.ts"
import { formatPointer } from "./violations.ts"

/** A plain object that can be represented as JSON. */
export interface JsonObject {
  readonly [key: string]: unknown
}

export interface JsonWalk {
  /** The JSON text. Meaningless with violations, or when no text was requested. */
  readonly text: string
  /** The number of members of all objects. */
  readonly members: number
  readonly violations: ReadonlyArray<Violation>
}

/** Walks over a value. Pointers begin with `at`. `writes`: whether to build the text. */
export const walkJson = (value: unknown, at: string, writes: boolean): JsonWalk => {
  const walk = new Walk(at, writes)
  const text = walk.writeValue(value)
  return { text, members: walk.members, violations: walk.violations }
}

/** The maximum nesting, which is also the default for HTTP bodies. */
const deepest = 200
const mostViolations = 100

/** A walk over one value. */
class Walk {
  readonly violations: Array<Violation> = []
  members = 0
  private readonly path: Array<string | number> = []

  constructor(
    private readonly at: string,
    private readonly writes: boolean,
  ) {}

  writeValue(writeValue: unknown): string {
    if (this.violations.length >= mostViolations) return ""
    switch (typeof writeValue) {
      case "string":
        if (!isCleanText(writeValue)) this.refuse("must not hold U+0000 or lone surrogates")
        return this.writes ? JSON.stringify(writeValue) : ""
      case "number":
        if (!Number.isFinite(writeValue)) this.refuse("must be a finite number")
        return this.writes ? JSON.stringify(writeValue) : ""
      case "boolean":
      case "bigint":
        return String(writeValue)
      case "object":
        return writeValue === null ? "null" : this.writeContainer(writeValue)
      default:
        return this.refuse("must be a JSON value")
    }
  }

  private writeContainer(value: object): string {
    if (this.path.length >= deepest) return this.refuse(`must be at most ${deepest} levels deep`)
    if (Array.isArray(value)) return this.writeArray(value)
    if (isPlain(value)) return this.writeObject(value)
    if (value instanceof Date && Number.isFinite(value.getTime())) return JSON.stringify(value)
    return this.refuse("must be a JSON value")
  }

  private writeArray(items: ReadonlyArray<unknown>): string {
    let text = ""
    for (const [index, item] of items.entries()) {
      this.path.push(index)
      const inner = this.writeValue(item)
      this.path.pop()
      if (this.writes) text += index === 0 ? inner : `,${inner}`
    }
    return `[${text}]`
  }

  private writeObject(value: JsonObject): string {
    let text = ""
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue
      this.members += 1
      const name = this.writeValue(key)
      this.path.push(key)
      const inner = this.writeValue(member)
      this.path.pop()
      if (this.writes) text += `${text === "" ? "" : ","}${name}:${inner}`
    }
    return `{${text}}`
  }

  private refuse(message: string): string {
    this.violations.push({ pointer: this.at + formatPointer(this.path), message })
    return ""
  }
}

/** Whether the value is an object with nothing but its members. */
export const isPlain = (value: unknown): value is JsonObject => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // Includes objects of other realms, such as a test runner's.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
