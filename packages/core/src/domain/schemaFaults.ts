/** What a schema found wrong with a value, place by place: in its author's words, or as what it would have accepted. */
import { SchemaAST as AST, Option, type ParseResult } from "effect"
import { expectationOf } from "./expectation.ts"

/** One fault: a sentence of its own, or the phrase for what was expected instead. */
export interface SchemaFault {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message?: string
  readonly expected?: string
}

/** The faults of an issue. None of them repeats the value. */
export const schemaFaults = (
  issue: ParseResult.ParseIssue,
  path: ReadonlyArray<PropertyKey> = [],
  siblings: ReadonlyArray<string> = [],
): ReadonlyArray<SchemaFault> => {
  switch (issue._tag) {
    case "Pointer":
      return schemaFaults(issue.issue, path.concat(issue.path), siblings)
    case "Composite":
      return AST.isUnion(issue.ast)
        ? ofUnion(issue, issue.ast, path)
        : listOf(issue.issues).flatMap((inner) => schemaFaults(inner, path, keysOf(issue.ast)))
    case "Refinement":
      return issue.kind === "From" || isNested(issue.issue)
        ? schemaFaults(issue.issue, path)
        : [faultAt(path, issue.ast, issue.issue)]
    case "Transformation":
      return issue.kind !== "Transformation" || isNested(issue.issue)
        ? schemaFaults(issue.issue, path)
        : [faultAt(path, issue.ast, issue.issue)]
    case "Missing":
      return [{ path, message: "is required" }]
    case "Unexpected":
      return [{ path, message: unknownName("field", String(path.at(-1)), siblings) }]
    case "Type":
    case "Forbidden":
      return [faultAt(path, issue.ast, issue)]
  }
}

/** What to say of a name that nobody declared; `known` are those that could have been meant. */
export const unknownName = (kind: "field" | "parameter", name: string, known: Iterable<string>): string => {
  const meant = Array.from(known).find((one) => letters(one) === letters(name))
  return `is not a known ${kind}${meant === undefined ? "" : `; did you mean ${meant}?`}`
}

/** What `rateLimit`, `rate-limit` and `RATE_LIMIT` have in common. */
const letters = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase()

/** The members that went deepest speak for the union; when none went in, the union speaks for itself. */
const ofUnion = (
  issue: ParseResult.Composite,
  ast: AST.Union,
  path: ReadonlyArray<PropertyKey>,
): ReadonlyArray<SchemaFault> => {
  const members = listOf(issue.issues)
    .filter((one) => one._tag !== "Type" || !AST.isUndefinedKeyword(one.ast))
    .map((one) => schemaFaults(one, path))
  const deep = members.filter((faults) => faults.some((fault) => fault.path.length > path.length))
  if (deep.length > 0) return deep.flat()
  const [only, ...others] = members
  return only !== undefined && others.length === 0 ? only : [faultAt(path, ast, issue)]
}

const keysOf = (ast: AST.AST): ReadonlyArray<string> =>
  AST.isTypeLiteral(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

const isNested = ({ _tag }: ParseResult.ParseIssue): boolean => _tag === "Composite" || _tag === "Pointer"

const faultAt = (
  path: ReadonlyArray<PropertyKey>,
  ast: AST.AST,
  issue: ParseResult.ParseIssue,
): SchemaFault => {
  const annotated = Option.getOrUndefined(messageOf(ast))?.(issue)
  const own = typeof annotated === "string" ? annotated : "message" in issue ? issue.message : undefined
  return own !== undefined && own.length <= longestMessage && !repeats(own, issue.actual)
    ? { path, message: own }
    : { path, expected: expectationOf(ast) }
}

/** A union has the message of the one member that was given some: beside null, that is. */
const messageOf = (ast: AST.AST): Option.Option<AST.MessageAnnotation> =>
  Option.orElse(AST.getMessageAnnotation(ast), () => {
    const [only, ...others] = AST.isUnion(ast)
      ? ast.types.flatMap((one) => Option.toArray(messageOf(one)))
      : []
    return only !== undefined && others.length === 0 ? Option.some(only) : Option.none()
  })

const longestMessage = 300

/** Shorter texts are part of many sentences. */
const shortestRepeated = 4

const repeats = (message: string, actual: unknown): boolean =>
  typeof actual === "string" && actual.length >= shortestRepeated && message.includes(actual)

const listOf = <A>(one: A | ReadonlyArray<A>): ReadonlyArray<A> => (Array.isArray(one) ? one : [one as A])
