/** Holds the text of a label-editor configuration against its structure and its rules; every violation is listed. */
import { Either, Schema } from "effect"
import { Configuration } from "../domain/Configuration.ts"
import type { TaskType } from "../domain/Dataset.ts"
import type { Violation } from "../domain/errors.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { violationsOf } from "../domain/violations.ts"
import { advise } from "./advice.ts"
import { rules } from "./rules.ts"

export interface Judgement {
  /** What is wrong; none when the configuration may be stored. */
  readonly errors: ReadonlyArray<Violation>
  /** What is odd, and stored all the same. */
  readonly advice: ReadonlyArray<Violation>
}

const decode = Schema.decodeUnknownEither(Configuration, { errors: "all" })

/** Categories in one configuration. */
const maxCategories = 10_000

/** `taskType` is the kind of dataset that it is for, where that is known; it decides about advice only. */
export const checkConfiguration = (text: JsonText, maxBytes: number, taskType?: TaskType): Judgement => {
  if (new TextEncoder().encode(text).length > maxBytes) return wrong(`must be at most ${maxBytes} bytes`)
  const parsed = parse(text)
  if (parsed === undefined) return wrong("must be an object")
  const decoded = decode(parsed)
  if (Either.isLeft(decoded)) return { errors: violationsOf(decoded.left), advice: [] }
  if (decoded.right.categories.length > maxCategories) {
    return {
      errors: [{ pointer: "/categories", message: `must hold at most ${maxCategories} categories` }],
      advice: [],
    }
  }
  const errors = rules(decoded.right)
  return { errors, advice: errors.length === 0 ? advise(parsed, decoded.right, taskType) : [] }
}

const wrong = (message: string): Judgement => ({ errors: [{ pointer: "", message }], advice: [] })

const parse = (text: JsonText): { readonly [key: string]: unknown } | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as { readonly [key: string]: unknown })
      : undefined
  } catch {
    return undefined
  }
}
