/**
 * Parses queries as existing clients write them (wire contract 0.6 to 0.8): `+` is a plus, a second `?` before a known
 * parameter means `&`, and lenient endpoints ignore unknown parameters and invalid values.
 */
import type { Violation } from "@annotary/core/effect"
import { SchemaAST as AST, Either, ParseResult, type Schema } from "effect"
import { makeIssueFormatter, makeUnknownParameter } from "../codec/issues.ts"

export type QueryDecoder = (search: string) => Either.Either<unknown, ReadonlyArray<Violation>>

/** `search` is the part after the first `?`. */
export const queryDecoder = (
  schema: Schema.Schema<unknown, unknown>,
  lenient: boolean,
  tolerated?: Readonly<Record<string, ReadonlyArray<string>>>,
): QueryDecoder => {
  const decode = ParseResult.decodeUnknownEither(schema, { errors: "all" })
  const issues = makeIssueFormatter(schema.ast)
  const names = listParameters(schema.ast)
  const withoutAny = Either.mapLeft(decode({}), issues)
  return (search) => {
    if (search === "" && Either.isRight(withoutAny)) return withoutAny
    const { bad, unreadable, values } = read(search, names)
    if (tolerated !== undefined) removeTolerated(values, tolerated)
    if (bad.length > 0 && !lenient) return Either.left(bad)
    if (unreadable.length > 0 && tolerated !== undefined) return Either.left(unreadable)
    const decoded = Either.mapLeft(decode(values), issues)
    if (Either.isRight(decoded) || !lenient || tolerated !== undefined) return decoded
    const dropped = new Set(decoded.left.map(({ pointer }) => pointer.split("/")[1]))
    const accepted = Object.entries(values).filter(([name]) => !dropped.has(name))
    return Either.mapLeft(decode(Object.fromEntries(accepted)), issues)
  }
}

type Values = Record<string, string | Array<string>>

/** The known parameters, and the violations of the others. Of repeated parameters the last counts, except for lists. */
const read = (
  search: string,
  names: ReadonlyMap<string, "one" | "many">,
): { bad: Array<Violation>; unreadable: Array<Violation>; values: Values } => {
  const values: Values = {}
  const unreadable: Array<Violation> = []
  const bad: Array<Violation> = []
  for (const part of search.split("&").flatMap((piece) => splitGlued(piece, names))) {
    if (part === "") continue
    const equals = part.indexOf("=")
    const name = unescapeText(equals < 0 ? part : part.slice(0, equals)) ?? ""
    const kind = names.get(name)
    if (kind === undefined) {
      bad.push(makeUnknownParameter(name, names.keys()))
      continue
    }
    const value = unescapeText(equals < 0 ? "" : part.slice(equals + 1))
    if (value === undefined || value.includes("\u0000"))
      unreadable.push({ pointer: `/${name}`, message: "must be text" })
    else if (kind === "one") values[name] = value
    else values[name] = [...(values[name] ?? []), value]
  }
  return { bad: [...bad, ...unreadable], unreadable, values }
}

/** Removes empty values, and those that count as absent. */
const removeTolerated = (
  values: Values,
  tolerated: Readonly<Record<string, ReadonlyArray<string>>>,
): void => {
  for (const [name, value] of Object.entries(values))
    if (value === "" || (typeof value === "string" && tolerated[name]?.includes(value) === true))
      delete values[name]
}

/** `a=1?b=2` is two parameters when `b` is known; a value may contain a question mark. */
const splitGlued = (piece: string, names: ReadonlyMap<string, unknown>): ReadonlyArray<string> => {
  const at = piece.lastIndexOf("?")
  const equals = piece.indexOf("=", at)
  if (at < 0 || equals < 0 || !names.has(piece.slice(at + 1, equals))) return [piece]
  return [...splitGlued(piece.slice(0, at), names), piece.slice(at + 1)]
}

const unescapeText = (text: string): string | undefined => {
  if (!text.includes("%")) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The names on the encoded side, and which of them may be repeated. */
const listParameters = (ast: AST.AST): ReadonlyMap<string, "one" | "many"> => {
  const encoded = AST.encodedAST(ast)
  const literals = AST.isUnion(encoded) ? encoded.types : [encoded]
  return new Map(
    literals
      .flatMap((one) => (AST.isTypeLiteral(one) ? one.propertySignatures : []))
      .map(({ name, type }) => [String(name), isList(type) ? "many" : "one"]),
  )
}

const isList = (ast: AST.AST): boolean =>
  AST.isTupleType(ast) ||
  (AST.isUnion(ast) && ast.types.some(isList)) ||
  (AST.isRefinement(ast) && isList(ast.from))
