/** What is wrong with an input, as pointers and sentences that do not repeat what was sent. */
import { Effect, Option, type ParseResult, Schema, SchemaAST } from "effect"
import { InvalidInput, type Violation } from "./errors.ts"

/** The RFC 6901 pointer for a path. */
export const pointerOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/** `enable3dCuboidRotation` → `enable_3d_cuboid_rotation`, the spelling of the API. */
export const snakeCase = (name: string): string =>
  name.replace(/\d+[a-z]|[A-Z]/g, (start) => `_${start.toLowerCase()}`)

/** All violations of a failed decode, one sentence or more a place, in the order of the places. */
export const violationsOf = (error: ParseResult.ParseError, prefix = ""): ReadonlyArray<Violation> => {
  const places = new Map<string, Array<Complaint>>()
  for (const complaint of complaintsOf(error.issue, [])) {
    const pointer = prefix + pointerOf(complaint.path)
    const known = places.get(pointer)
    if (known === undefined) places.set(pointer, [complaint])
    else known.push(complaint)
  }
  const outer = ancestorsOf(places.keys())
  return [...places].flatMap(([pointer, complaints]) =>
    sentencesOf(complaints, outer.has(pointer)).map((message) => ({ pointer, message })),
  )
}

/** What the pointers lie in. There may be a million of them, so each step is made once. */
const ancestorsOf = (pointers: Iterable<string>): ReadonlySet<string> => {
  const ancestors = new Set<string>()
  for (const pointer of pointers) {
    for (let end = pointer.lastIndexOf("/"); end >= 0; end = pointer.lastIndexOf("/", end - 1)) {
      const ancestor = pointer.slice(0, end)
      if (ancestors.has(ancestor)) break
      ancestors.add(ancestor)
      if (end === 0) break
    }
  }
  return ancestors
}

/** Decodes what a caller passed, and fails with every violation, in the caller's own field names. */
export const decodeInput = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknown(schema, { errors: "all" })
  return (input: unknown): Effect.Effect<A, InvalidInput> =>
    Effect.mapError(decode(input), (error) => new InvalidInput({ errors: violationsOf(error) }))
}

/**
 * A pointer into an input of the engine in the spelling of the API: `/taskType` → `/task_type`. What lies inside of a field
 * that holds JSON is the sender's own spelling and stays.
 */
export const wirePointer = (pointer: string): string => {
  let inside = false
  return pointer.replaceAll(/[^/]+/g, (step) => {
    if (inside) return step
    inside = verbatim.has(step)
    return snakeCase(step)
  })
}

/** What is inside of these has names of the sender's. */
const verbatim: ReadonlySet<string> = new Set([
  "attributes",
  "metadata",
  "anchor",
  "configuration",
  "headers",
  "regionOfInterest",
  "taskAttributes",
])

/** One thing that a schema says against a value: a sentence of its own, or what it would have taken instead. */
interface Complaint {
  readonly path: ReadonlyArray<PropertyKey>
  readonly sentence?: string
  readonly expected?: string
}

const complaintsOf = (
  issue: ParseResult.ParseIssue,
  path: ReadonlyArray<PropertyKey>,
): ReadonlyArray<Complaint> => {
  switch (issue._tag) {
    case "Pointer":
      return complaintsOf(issue.issue, [...path, ...(listOf(issue.path) as ReadonlyArray<PropertyKey>)])
    case "Composite":
      return listOf(issue.issues).flatMap((inner) => complaintsOf(inner, path))
    case "Transformation":
      return complaintsOf(issue.issue, path)
    case "Refinement": {
      if (issue.kind === "From" || issue.issue._tag !== "Type") return complaintsOf(issue.issue, path)
      const sentence = sentenceOf(issue.ast, issue) ?? issue.issue.message
      return [sentence === undefined ? { path, expected: wordsFor(issue.ast) } : { path, sentence }]
    }
    case "Missing":
      return [{ path, sentence: "is missing" }]
    case "Unexpected":
      return [{ path, sentence: "is not known here" }]
    case "Forbidden":
      return [{ path, sentence: "cannot be read" }]
    case "Type": {
      const sentence = sentenceOf(issue.ast, issue) ?? issue.message
      return [sentence === undefined ? { path, expected: wordsFor(issue.ast) } : { path, sentence }]
    }
  }
}

/** The members of a union complain one by one; people want to read one sentence. */
const sentencesOf = (complaints: ReadonlyArray<Complaint>, deeper: boolean): ReadonlyArray<string> => {
  const sentences = [...new Set(complaints.flatMap(({ sentence }) => sentence ?? []))]
  if (sentences.length > 0) return sentences
  const expected = [...new Set(complaints.flatMap((complaint) => complaint.expected ?? []))]
  const weighty = expected.filter((words) => words !== "undefined" && words !== "null")
  if (deeper && weighty.length === 0) return []
  const last = weighty.at(-1) ?? expected.at(-1) ?? "something else"
  return [`must be ${weighty.length < 2 ? last : `${weighty.slice(0, -1).join(", ")} or ${last}`}`]
}

const sentenceOf = (ast: SchemaAST.AST, issue: ParseResult.ParseIssue): string | undefined => {
  const annotated = Option.getOrUndefined(SchemaAST.getMessageAnnotation(ast))?.(issue)
  return typeof annotated === "string" ? annotated : undefined
}

const wordsFor = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "TypeLiteral":
      return "an object"
    case "TupleType":
      return "an array"
    case "Literal":
      return JSON.stringify(ast.literal, (_key, value) => (typeof value === "bigint" ? String(value) : value))
    case "Union":
      return ast.types.map(wordsFor).join(" or ")
    case "UndefinedKeyword":
      return "undefined"
    default:
      return Option.getOrElse(SchemaAST.getDescriptionAnnotation(ast), () => String(ast))
  }
}

const listOf = <A>(one: A | ReadonlyArray<A>): ReadonlyArray<A> => (Array.isArray(one) ? one : [one as A])
