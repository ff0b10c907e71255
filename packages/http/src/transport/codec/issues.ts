/**
 * The violations of a request's schema, at most a hundred. Keys that the schema does not declare become `*` in their pointers
 * unless they are plain words, since the wire contract's SDK chooses its exceptions from the text of the body.
 */
import { pointerStep, unknownName, type Violation, violationsOf } from "@annotary/core/effect"
import type { SchemaAST as AST, ParseResult } from "effect"
import { declaredKeys } from "./declaredKeys.ts"

/** More than these help nobody. */
const mostViolations = 100

/** The formatter of one schema's failures. */
export const issuesOf = (schema: AST.AST): ((issue: ParseResult.ParseIssue) => ReadonlyArray<Violation>) => {
  const keys = declaredKeys(schema)
  const step = (key: PropertyKey) =>
    typeof key === "number" || (typeof key === "string" && (keys.has(key) || isHarmless(key)))
      ? pointerStep(key)
      : "/*"
  const pointer = (path: ReadonlyArray<PropertyKey>) => path.map(step).join("")
  return (issue) => violationsOf(issue, "", pointer).slice(0, mostViolations)
}

/** The violation of a query parameter that nobody declared. */
export const unknownParameter = (name: string, known: Iterable<string>): Violation => ({
  pointer: isHarmless(name) ? pointerStep(name) : "/*",
  message: unknownName("parameter", name, known),
})

/** Whether a key of the sender's can be repeated: no phrase of the wire contract is a word of letters, digits and underscores. */
const isHarmless = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name)
