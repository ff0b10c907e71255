/**
 * What a schema found wrong, as the list of our 400 answers: a JSON Pointer (RFC 6901) and a sentence each. The stock
 * formatters repeat the rejected value; these say only what the schema wants, and keys that the schema does not declare
 * become `*` unless they are plain words, since the SDK chooses its exceptions from the text of the body.
 */
import { SchemaAST as AST, Option, type ParseResult } from "effect"
import { declaredKeys } from "./declaredKeys.ts"
import { describe } from "./describe.ts"

export interface Issue {
  readonly pointer: string
  readonly message: string
}

/** More issues than these help nobody. */
const mostIssues = 100

/** The formatter of one schema's failures. */
export const issuesOf = (schema: AST.AST): ((issue: ParseResult.ParseIssue) => ReadonlyArray<Issue>) => {
  const keys = declaredKeys(schema)
  return (issue) => {
    const seen = new Map<string, Issue>()
    for (const { message, path } of leaves(issue, [], keys)) {
      if (seen.size === mostIssues) break
      const pointer = path.map((part) => `/${segment(part, keys)}`).join("")
      seen.set(`${pointer} ${message}`, { pointer, message })
    }
    return Array.from(seen.values())
  }
}

const segment = (part: PropertyKey, keys: ReadonlySet<string>): string => {
  if (typeof part === "number") return String(part)
  if (typeof part !== "string" || !(keys.has(part) || isHarmless(part))) return "*"
  return part.replaceAll("~", "~0").replaceAll("/", "~1")
}

/** Whether a key of the sender's can be repeated: no phrase of the wire contract is a word of letters, digits and underscores. */
const isHarmless = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name)

/** What to say of a name that nobody declared; `known` are those that could have been meant. */
export const unknownName = (kind: "field" | "parameter", name: string, known: Iterable<string>): Issue => {
  const meant = Array.from(known).find((one) => letters(one) === letters(name))
  return {
    pointer: `/${isHarmless(name) ? name : "*"}`,
    message: `This ${kind} is not known${meant === undefined ? "." : `; did you mean ${meant}?`}`,
  }
}

/** What `rateLimit`, `rate-limit` and `RATE_LIMIT` have in common. */
const letters = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase()

interface Leaf {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

const leaves = (
  issue: ParseResult.ParseIssue,
  path: ReadonlyArray<PropertyKey>,
  keys: ReadonlySet<string>,
): ReadonlyArray<Leaf> => {
  switch (issue._tag) {
    case "Pointer":
      return leaves(issue.issue, path.concat(issue.path), keys)
    case "Composite":
      return AST.isUnion(issue.ast)
        ? ofUnion(issue, issue.ast, path, keys)
        : many(issue).flatMap((one) => leaves(one, path, keys))
    case "Refinement":
      return issue.kind === "From" || nested(issue.issue)
        ? leaves(issue.issue, path, keys)
        : [{ path, message: sentence(issue.ast, issue.issue) }]
    case "Transformation":
      if (issue.kind !== "Transformation") return leaves(issue.issue, path, keys)
      return nested(issue.issue)
        ? leaves(issue.issue, path, keys)
        : [{ path, message: sentence(issue.ast, issue.issue) }]
    case "Missing":
      return [{ path, message: "This field is required." }]
    case "Unexpected":
      return [{ path, message: unknownName("field", String(path.at(-1)), keys).message }]
    case "Type":
    case "Forbidden":
      return [{ path, message: sentence(issue.ast, issue) }]
  }
}

/** The member that went deepest speaks for the union; when none went in, the union speaks for itself. */
const ofUnion = (
  issue: ParseResult.Composite,
  ast: AST.Union,
  path: ReadonlyArray<PropertyKey>,
  keys: ReadonlySet<string>,
): ReadonlyArray<Leaf> => {
  const members = many(issue)
    .filter((one) => one._tag !== "Type" || !AST.isUndefinedKeyword(one.ast))
    .map((one) => leaves(one, path, keys))
  const deep = members.filter((found) => found.some((leaf) => leaf.path.length > path.length))
  if (deep.length > 0) return deep.flat()
  const [only, ...others] = members
  return only !== undefined && others.length === 0 ? only : [{ path, message: sentence(ast, issue) }]
}

const many = ({ issues }: ParseResult.Composite): ReadonlyArray<ParseResult.ParseIssue> =>
  Array.isArray(issues) ? issues : [issues as ParseResult.ParseIssue]

const nested = (issue: ParseResult.ParseIssue): boolean =>
  issue._tag === "Composite" || issue._tag === "Pointer"

/** The author's own words where there are some and they do not repeat what was sent. */
const sentence = (ast: AST.AST, issue: ParseResult.ParseIssue): string => {
  const annotated = Option.getOrUndefined(wordsOf(ast))?.(issue)
  const own = typeof annotated === "string" ? annotated : "message" in issue ? issue.message : undefined
  return own !== undefined && own.length <= longest && !repeats(own, issue.actual) ? own : expected(ast)
}

/** A union has the words of the one member that was given some: beside null, that is. */
const wordsOf = (ast: AST.AST): Option.Option<AST.MessageAnnotation> =>
  Option.orElse(AST.getMessageAnnotation(ast), () => {
    const [only, ...others] = AST.isUnion(ast) ? ast.types.flatMap((one) => Option.toArray(wordsOf(one))) : []
    return only !== undefined && others.length === 0 ? Option.some(only) : Option.none()
  })

const longest = 300

const repeats = (message: string, actual: unknown): boolean => {
  const text = typeof actual === "string" && actual !== "" ? actual : JSON.stringify(actual)
  return text !== undefined && message.includes(text)
}

const expected = (ast: AST.AST): string => `Expected ${describe(ast)}.`
