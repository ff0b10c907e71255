/**
 * The violations of a request's schema, at most a hundred. Undeclared keys become `*` in pointers unless they are plain
 * words, because the wire contract's SDK selects its exceptions by the text of the body.
 */
import { formatPointerStep, formatUnknownName, listViolations, type Violation } from "@annotary/core/effect"
import type { SchemaAST as AST, ParseResult } from "effect"
import { listDeclaredKeys } from "./declaredKeys.ts"

/** Further violations would not help. */
const mostViolations = 100

/** The formatter of one schema's failures. */
export const makeIssueFormatter = (
  schema: AST.AST,
): ((issue: ParseResult.ParseIssue) => ReadonlyArray<Violation>) => {
  const keys = listDeclaredKeys(schema)
  const step = (key: PropertyKey) =>
    typeof key === "number" || (typeof key === "string" && (keys.has(key) || isHarmless(key)))
      ? formatPointerStep(key)
      : "/*"
  const formatPointer = (path: ReadonlyArray<PropertyKey>) => path.map(step).join("")
  return (issue) => listViolations(issue, "", formatPointer).slice(0, mostViolations)
}

/** The violation of an undeclared query parameter. */
export const makeUnknownParameter = (name: string, known: Iterable<string>): Violation => ({
  pointer: isHarmless(name) ? formatPointerStep(name) : "/*",
  message: formatUnknownName("parameter", name, known),
})

/** Whether a key of the request can be repeated: no phrase of the wire contract is a single word. */
const isHarmless = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name)
