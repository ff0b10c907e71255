/**
 * JSON kept as the text that was sent. Labels and sample attributes hold integers beyond 2^53 (nanosecond timestamps),
 * so the engine carries their minified text and never a parsed copy: what came in goes out digit for digit.
 */
import { Schema } from "effect"
import { InvalidInput } from "./errors.ts"
import { walkJson } from "./jsonValue.ts"
import { LongText } from "./LongText.ts"

/** Minified, valid JSON text: key order, digits and escapes as sent. */
export const JsonText = Schema.String.pipe(
  Schema.brand("JsonText"),
  Schema.annotations({
    identifier: "JsonText",
    description: "Minified JSON text, digits and key order as sent",
  }),
)
export type JsonText = typeof JsonText.Type

/**
 * The text of a plain value. Numbers go through JavaScript's own formatting, a bigint is written whole. Throws `InvalidInput`
 * for what JSON cannot say, such as NaN, which `JSON.stringify` would write as null.
 */
export const jsonText = (value: unknown): JsonText => {
  const { text, violations } = walkJson(value, "", true)
  if (violations.length > 0) throw new InvalidInput({ errors: violations })
  return trustedJson(text)
}

/** Marks text as JSON that a scanner has already validated and minified. */
export const trustedJson = (text: string): JsonText => text as JsonText

/** The value behind the text, for the places where something is decided about it. Integers beyond 2^53 lose digits here. */
export const parseJson = (text: JsonText): unknown => JSON.parse(text)

export const emptyObject = trustedJson("{}")

/** A leaf of a tree given to {@link writeJson} that stands for its own text. */
export class Raw {
  constructor(readonly text: JsonText) {}
}

/** Wraps text for splicing; null stays null. */
export const raw = (text: JsonText | null): Raw | null => (text === null ? null : new Raw(text))

export type JsonTree =
  | null
  | boolean
  | number
  | string
  | Raw
  | LongText
  | ReadonlyArray<JsonTree>
  | { readonly [key: string]: JsonTree | undefined }

/**
 * JSON text of a tree, with {@link Raw} leaves spliced in unread. `undefined` members are left out. Throws for a tree with a
 * {@link LongText}, which {@link jsonPieces} takes.
 */
export const writeJson = (tree: JsonTree): JsonText => trustedJson(write(tree))

/**
 * The same text in the pieces that it is made of, long {@link Raw} leaves apart: a text of many megabytes is not copied to be
 * joined with the little that stands around it. A {@link LongText} is a piece.
 */
export const jsonPieces = (tree: JsonTree): ReadonlyArray<string | LongText> => {
  const pieces: Array<string | LongText> = []
  let open = ""
  const apart = (piece: string | LongText): void => {
    if (open !== "") pieces.push(open)
    pieces.push(piece)
    open = ""
  }
  const add = (text: string): void => {
    if (text.length > longPiece) apart(text)
    else open += text
  }
  const visit = (one: JsonTree): void => {
    if (one instanceof LongText) {
      apart(one)
      return
    }
    if (one === null || typeof one !== "object" || one instanceof Raw) {
      add(write(one))
      return
    }
    const isList = Array.isArray(one)
    let separator = ""
    add(isList ? "[" : "{")
    for (const [key, value] of Object.entries(one as { readonly [key: string]: JsonTree | undefined })) {
      if (value === undefined) continue
      add(isList ? separator : `${separator}${JSON.stringify(key)}:`)
      visit(value)
      separator = ","
    }
    add(isList ? "]" : "}")
  }
  visit(tree)
  return open === "" ? pieces : [...pieces, open]
}

/** Whether a text of the tree is read while it is written. */
export const hasLongText = (tree: JsonTree): boolean => {
  if (tree === null || typeof tree !== "object" || tree instanceof Raw) return false
  return tree instanceof LongText || Object.values(tree).some((one) => one !== undefined && hasLongText(one))
}

/** Shorter text is joined. */
const longPiece = 64 * 1024

const write = (tree: JsonTree): string => {
  if (tree === null) return "null"
  if (tree instanceof Raw) return tree.text
  if (tree instanceof LongText) throw new TypeError("A long text is written in pieces.")
  if (Array.isArray(tree)) return `[${tree.map(write).join(",")}]`
  if (typeof tree !== "object") return JSON.stringify(tree)
  let out = ""
  for (const [key, value] of Object.entries(tree as { readonly [key: string]: JsonTree | undefined })) {
    if (value === undefined) continue
    out += `${out === "" ? "" : ","}${JSON.stringify(key)}:${write(value)}`
  }
  return `{${out}}`
}
