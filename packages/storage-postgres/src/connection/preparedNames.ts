/**
 * Which statements deserve a name, so that Postgres parses them once a connection: those that were used several times. Counted
 * for the whole process, as what is often used on one connection will be on the others. Lists of changing length make new texts
 * for ever: only the latest are remembered, only a few of those that differ in nothing else get a name, and only so many of all,
 * because each costs memory in every session. A name is made of the text: behind a pooler a session may hold what another process prepared, and must not take it for ours.
 */
import { createHash } from "node:crypto"

const usesBeforeNaming = 3
const mostNamed = 400
const mostCandidates = 1000
const longest = 16_384
const mostOfShape = 3

/** Undefined: not yet, or never. */
export type NameOf = (text: string) => string | undefined

/** Names for statements that nobody has used yet. */
export const statementNames = (): NameOf => {
  const named = new Map<string, string>()
  const candidates = new Map<string, number>()
  /** How often texts were named, without the lengths of their lists. */
  const shapes = new Map<string, number>()

  return (text) => {
    const name = named.get(text)
    if (name !== undefined) return name
    if (text.length > longest || named.size >= mostNamed) return undefined
    const uses = (candidates.get(text) ?? 0) + 1
    // Put at the end again: the first in a Map is the one that was not used for longest.
    candidates.delete(text)
    if (uses <= usesBeforeNaming) {
      candidates.set(text, uses)
      if (candidates.size > mostCandidates) forgetOldest(candidates)
      return undefined
    }
    const shape = shapeOf(text)
    const alike = shapes.get(shape) ?? 0
    if (alike >= mostOfShape) return undefined
    shapes.set(shape, alike + 1)
    const made = `annotary_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`
    named.set(text, made)
    return made
  }
}

/** Those of the process. */
export const nameOf: NameOf = statementNames()

/** Lists of values, and lists of rows of them. */
const shapeOf = (text: string): string =>
  text
    .replace(/\$\d+/g, "$")
    .replace(/\$(?:\s*,\s*\$)+/g, "$+")
    .replace(/\(\$\+?\)(?:\s*,\s*\(\$\+?\))+/g, "($+)")

const forgetOldest = (candidates: Map<string, number>): void => {
  for (const oldest of candidates.keys()) {
    candidates.delete(oldest)
    return
  }
}
