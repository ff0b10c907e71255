/** The faults of a value according to a schema, place by place: the schema's own message, or the expected form. */
import { SchemaAST as AST, Option, type ParseResult } from "effect"
import { describeExpectation } from "./expectation.ts"

/** One fault: a complete sentence, or the phrase for the expected form. */
export interface SchemaFault {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message?: string
  readonly expected?: string
}

/** The faults of a parse issue. None contains the value. */
export const listSchemaFaults = (
  issue: ParseResult.ParseIssue,
  path: ReadonlyArray<PropertyKey> = [],
  siblings: ReadonlyArray<string> = [],
): ReadonlyArray<SchemaFault> => {
  switch (issue._tag) {
    case "Pointer":
      return listSchemaFaults(issue.issue, path.concat(issue.path), siblings)
    case "Composite":
      return AST.isUnion(issue.ast)
        ? listUnionFaults(issue, issue.ast, path)
        : toList(issue.issues).flatMap((inner) => listSchemaFaults(inner, path, listKeys(issue.ast)))
    case "Refinement":
      return issue.kind === "From" || isNested(issue.issue)
        ? listSchemaFaults(issue.issue, path)
        : [makeFault(path, issue.ast, issue.issue)]
    case "Transformation":
      return issue.kind !== "Transformation" || isNested(issue.issue)
        ? listSchemaFaults(issue.issue, path)
        : [makeFault(path, issue.ast, issue.issue)]
    case "Missing":
      return [{ path, message: "is required" }]
    case "Unexpected":
      return [{ path, message: formatUnknownName("field", String(path.at(-1)), siblings) }]
    case "Type":
    case "Forbidden":
      return [makeFault(path, issue.ast, issue)]
  }
}

/** The message about an unknown name. `known`: the possible names. */
export const formatUnknownName = (
  kind: "field" | "parameter",
  name: string,
  known: Iterable<string>,
): string => {
  const meant = Array.from(known).find((one) => toLetters(one) === toLetters(name))
  return `is not a known ${kind}${meant === undefined ? "" : `; did you mean ${meant}?`}`
}

/** The common form of `rateLimit`, `rate-limit` and `RATE_LIMIT`. */
const toLetters = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase()

/** The faults of the union's members that matched deepest, or of the union itself if none matched in part. */
const listUnionFaults = (
  issue: ParseResult.Composite,
  ast: AST.Union,
  path: ReadonlyArray<PropertyKey>,
): ReadonlyArray<SchemaFault> => {
  const members = toList(issue.issues)
    .filter((one) => one._tag !== "Type" || !AST.isUndefinedKeyword(one.ast))
    .map((one) => listSchemaFaults(one, path))
  const deep = members.filter((faults) => faults.some((fault) => fault.path.length > path.length))
  if (deep.length > 0) return deep.flat()
  const [only, ...others] = members
  return only !== undefined && others.length === 0 ? only : [makeFault(path, ast, issue)]
}

const listKeys = (ast: AST.AST): ReadonlyArray<string> =>
  AST.isTypeLiteral(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

const isNested = ({ _tag }: ParseResult.ParseIssue): boolean => _tag === "Composite" || _tag === "Pointer"

const makeFault = (
  path: ReadonlyArray<PropertyKey>,
  ast: AST.AST,
  issue: ParseResult.ParseIssue,
): SchemaFault => {
  const annotated = Option.getOrUndefined(findMessage(ast))?.(issue)
  const own = typeof annotated === "string" ? annotated : "message" in issue ? issue.message : undefined
  return own !== undefined && own.length <= longestMessage && !isRepeated(own, issue.actual)
    ? { path, message: own }
    : { path, expected: describeExpectation(ast) }
}

/** The message of a union: that of its only member with a message, beside null. */
const findMessage = (ast: AST.AST): Option.Option<AST.MessageAnnotation> =>
  Option.orElse(AST.getMessageAnnotation(ast), () => {
    const [only, ...others] = AST.isUnion(ast)
      ? ast.types.flatMap((one) => Option.toArray(findMessage(one)))
      : []
    return only !== undefined && others.length === 0 ? Option.some(only) : Option.none()
  })

const longestMessage = 300

/** The minimum length of repeated text; shorter text occurs in many sentences. */
const shortestRepeated = 4

const isRepeated = (message: string, actual: unknown): boolean =>
  typeof actual === "string" && actual.length >= shortestRepeated && message.includes(actual)

const toList = <A>(one: A | ReadonlyArray<A>): ReadonlyArray<A> => (Array.isArray(one) ? one : [one as A])
