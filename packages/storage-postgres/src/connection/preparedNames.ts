/**
 * Names frequent statements, so that Postgres parses them once per connection. Uses are counted per pool, because a statement
 * that is frequent on one connection is frequent on all. Lists of varying length produce ever new texts: only the latest texts
 * are remembered, only a few texts that differ only in their lists are named, and the number of names is limited, because each
 * costs memory in every session. A name is a digest of the text: behind a pooler, a session may contain statements that another
 * process prepared.
 */
import { createHash } from "node:crypto"

const usesBeforeNaming = 3
const mostNamed = 400
const mostCandidates = 1000
const longest = 16_384
const mostOfShape = 3

/** Returns the name of a text; undefined when it has none, or not yet. */
export type FindStatementName = (text: string) => string | undefined

/** Creates an empty set of names. */
export const makeStatementNames = (): FindStatementName => {
  const named = new Map<string, string>()
  const candidates = new Map<string, number>()
  /** Counts the texts that were named, by text without the lengths of lists. */
  const shapes = new Map<string, number>()

  return (text) => {
    const name = named.get(text)
    if (name !== undefined) return name
    if (text.length > longest || named.size >= mostNamed) return undefined
    const uses = (candidates.get(text) ?? 0) + 1
    // Moved to the end: the first entry of a Map is the least recently used.
    candidates.delete(text)
    if (uses <= usesBeforeNaming) {
      candidates.set(text, uses)
      if (candidates.size > mostCandidates) forgetOldest(candidates)
      return undefined
    }
    const shape = getShape(text)
    const alike = shapes.get(shape) ?? 0
    if (alike >= mostOfShape) return undefined
    shapes.set(shape, alike + 1)
    const made = `annotary_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`
    named.set(text, made)
    return made
  }
}

/** An id that a text names as a value, as the dialect of Citus must for some statements. */
const idPattern = /'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'/g

/** A text without the lengths of its lists of values and rows, and without ids. */
const getShape = (text: string): string =>
  text
    .replace(idPattern, "''")
    .replace(/\$\d+/g, "$")
    .replace(/\$(?:\s*,\s*\$)+/g, "$+")
    .replace(/\(\$\+?\)(?:\s*,\s*\(\$\+?\))+/g, "($+)")

const forgetOldest = (candidates: Map<string, number>): void => {
  for (const oldest of candidates.keys()) {
    candidates.delete(oldest)
    return
  }
}
