/**
 * JSON input of the engine. It is validated here, once, so that all other code can trust a {@link JsonText}. Text
 * keeps its digits, escapes and key order; a plain object is serialised.
 */
import { Context, Effect, Either } from "effect"
import { InvalidInput, type Violation } from "./errors.ts"
import { castToJsonText, type JsonText } from "./JsonText.ts"
import { findStringEnd } from "./jsonSpans.ts"
import { isPlain, type JsonObject, walkJson } from "./jsonValue.ts"

/** A JSON object as text or as a plain object. A bigint in it keeps all its digits. */
export type JsonInput = string | JsonObject

/**
 * Whether callers have already validated all JSON text, as HTTP does while it reads a body. False by default; then
 * all text is validated.
 */
export class ValidatedJson extends Context.Reference<ValidatedJson>()("@annotary/core/ValidatedJson", {
  defaultValue: () => false,
}) {}

/** An input whose JSON fields contain validated text. */
export type WithJsonText<Input, Key extends keyof Input> = {
  readonly [Name in keyof Input]: Name extends Key ? Exclude<Input[Name], JsonInput> | JsonText : Input[Name]
}

export interface ReadFields<Input, Key extends keyof Input> {
  /** The input without invalid fields. */
  readonly input: WithJsonText<Input, Key>
  /** Pointers begin with the given place. */
  readonly violations: ReadonlyArray<Violation>
}

/** Reads the JSON fields of an input. Null and absent fields are unchanged. */
export const readJsonFields = <Input extends object, Key extends keyof Input & string>(
  input: Input,
  keys: ReadonlyArray<Key>,
  validated: boolean,
  at = "",
): ReadFields<Input, Key> => {
  // Validated input is always text.
  if (validated) return { input: input as WithJsonText<Input, Key>, violations: [] }
  const violations: Array<Violation> = []
  const read: { [key: string]: unknown } = Object.fromEntries(Object.entries(input))
  for (const key of keys) {
    const value: unknown = input[key]
    if (value === null || value === undefined) continue
    const text = readJson(value, `${at}/${key}`)
    if (Either.isRight(text)) read[key] = text.right
    else {
      delete read[key]
      violations.push(...text.left)
    }
  }
  return { input: read as WithJsonText<Input, Key>, violations }
}

/** Reads one JSON input. */
export const readJsonInput = (input: JsonInput, at = ""): Effect.Effect<JsonText, InvalidInput> =>
  Effect.flatMap(ValidatedJson, (validated) =>
    validated && typeof input === "string"
      ? Effect.succeed(castToJsonText(input))
      : Effect.mapError(readJson(input, at), (errors) => new InvalidInput({ errors })),
  )

/** The minified JSON text, or the violations. Pointers begin with `at`. */
export const readJson = (value: unknown, at = ""): Either.Either<JsonText, ReadonlyArray<Violation>> => {
  if (typeof value === "string") return readText(value, at)
  if (!isPlain(value)) return failAt(at, "must be a plain object, or a JSON object as text")
  const { text, violations } = walkJson(value, at, true)
  return violations.length > 0 ? Either.left(violations) : Either.right(castToJsonText(text))
}

const readText = (text: string, at: string): Either.Either<JsonText, ReadonlyArray<Violation>> => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return failAt(at, "is not valid JSON: pass a plain object, or text that JSON.parse accepts")
  }
  const walk = walkJson(parsed, at, false)
  const tokens = splitTokens(text)
  if (walk.violations.length === 0 && tokens.members !== walk.members)
    return failAt(at, "must not name a key twice in an object")
  if (tokens.longNumber) return failAt(at, `must not hold numbers of more than ${longestNumber} characters`)
  return walk.violations.length > 0
    ? Either.left(walk.violations)
    : Either.right(castToJsonText(tokens.minified))
}

const failAt = (pointer: string, message: string) => Either.left([{ pointer, message }])

const longestNumber = 1000

/** The tokens of valid JSON text between its values. */
const splitTokens = (text: string) => {
  let members = 0
  let longNumber = false
  let minified = ""
  let from = 0
  let at = 0
  while (at < text.length) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    const outside = text.slice(at, end)
    for (let colon = outside.indexOf(":"); colon >= 0; colon = outside.indexOf(":", colon + 1)) members += 1
    longNumber ||= outside.length > longestNumber && longToken.test(outside)
    if (space.test(outside)) {
      minified += text.slice(from, at) + outside.replaceAll(spaces, "")
      from = end
    }
    at = quote < 0 ? end : findStringEnd(text, quote)
  }
  return { members, longNumber, minified: from === 0 ? text : minified + text.slice(from) }
}

const space = /[\t\n\r ]/
const spaces = /[\t\n\r ]+/g
const longToken = /[-+.\deE]{1001}/
