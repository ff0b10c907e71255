/**
 * JSON stored as the text that was sent. Labels and sample attributes contain integers beyond 2^53 (nanosecond
 * timestamps), so the engine passes on minified text and never a parsed copy: every digit is preserved.
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
 * The JSON text of a plain value. Numbers are formatted by JavaScript; a bigint keeps all digits. Throws
 * `InvalidInput` for values that JSON cannot represent, such as NaN, which `JSON.stringify` would write as null.
 */
export const toJsonText = (value: unknown): JsonText => {
  const { text, violations } = walkJson(value, "", true)
  if (violations.length > 0) throw new InvalidInput({ errors: violations })
  return castToJsonText(text)
}

/** Marks text as JSON that a scanner has already validated and minified. */
export const castToJsonText = (text: string): JsonText => text as JsonText

/** The parsed value, for decisions on its content. Integers beyond 2^53 lose digits. */
export const parseJson = (text: JsonText): unknown => JSON.parse(text)

/** The text of an empty object. */
export const emptyObject = castToJsonText("{}")

/** A leaf of a tree for {@link writeJson} that contains JSON text. */
export class Raw {
  constructor(readonly text: JsonText) {}
}

/** A leaf of a tree that contains JSON text as its UTF-8 bytes. They are passed on, because decoding them takes longer. */
export class RawBytes {
  constructor(readonly bytes: Uint8Array) {}
}

/** Wraps JSON text for a tree. Null stays null. */
export const toRaw = (text: JsonText | null): Raw | null => (text === null ? null : new Raw(text))

/** A value for {@link writeJson}: plain data with JSON text as {@link Raw} leaves. */
export type JsonTree =
  | null
  | boolean
  | number
  | string
  | Raw
  | RawBytes
  | LongText
  | ReadonlyArray<JsonTree>
  | { readonly [key: string]: JsonTree | undefined }

/**
 * The JSON text of a tree. {@link Raw} leaves are inserted unparsed, and `undefined` members are left out. Throws for
 * a tree with a {@link LongText}; use {@link splitJson} for it.
 */
export const writeJson = (tree: JsonTree): JsonText => castToJsonText(write(tree))

/**
 * The JSON text of a tree in pieces. Long {@link Raw} leaves are separate pieces, so that megabytes of text are
 * not copied for concatenation. {@link RawBytes} and a {@link LongText} are pieces.
 */
export const splitJson = (tree: JsonTree): ReadonlyArray<JsonPiece> => {
  const pieces: Array<JsonPiece> = []
  let open = ""
  const collectPieces = (piece: JsonPiece): void => {
    if (open !== "") pieces.push(open)
    pieces.push(piece)
    open = ""
  }
  const add = (text: string): void => {
    if (text.length > longPiece) collectPieces(text)
    else open += text
  }
  const visit = (one: JsonTree): void => {
    if (one instanceof LongText || one instanceof RawBytes) {
      collectPieces(one instanceof RawBytes ? one.bytes : one)
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

/** A piece of JSON text: text, its UTF-8 bytes, or text that is read while it is written. */
export type JsonPiece = string | Uint8Array | LongText

/** Whether the tree contains text that is read while it is written. */
export const hasLongText = (tree: JsonTree): boolean => {
  if (tree === null || typeof tree !== "object" || tree instanceof Raw || tree instanceof RawBytes)
    return false
  return tree instanceof LongText || Object.values(tree).some((one) => one !== undefined && hasLongText(one))
}

/** The length in characters above which text is a separate piece. */
const longPiece = 64 * 1024

const write = (tree: JsonTree): string => {
  if (tree === null) return "null"
  if (tree instanceof Raw) return tree.text
  if (tree instanceof RawBytes) return new TextDecoder().decode(tree.bytes)
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
