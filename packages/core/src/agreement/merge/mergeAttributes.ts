/** The majority of the attributes that people gave one object or one image. */
import { getOwnValue, isFilledIn } from "../../warnings/rules/subjects.ts"
import { findMajority } from "./findMajority.ts"
import { readSpans, setMembers } from "./labelText.ts"

/** The attributes of one person: parsed, and as text; undefined without any. */
export interface AttributesVote {
  readonly values: { readonly [name: string]: unknown }
  readonly text: string | undefined
  readonly weight: number
}

/**
 * The text of the first voter's attributes, in which each value is that of the majority. Values that are not filled in are one value. The first
 * voter of the tied values decides a tie. Undefined where nothing changes.
 */
export const mergeAttributes = (voters: ReadonlyArray<AttributesVote>): string | undefined => {
  const [base] = voters
  if (base === undefined) return undefined
  const changes = new Map<string, string | null>()
  for (const name of new Set(voters.flatMap(({ values }) => Object.keys(values)))) {
    const votes = voters.map((voter) => ({ value: voter, weight: voter.weight }))
    const toKey = ({ values }: AttributesVote) => toVoteKey(getOwnValue(values, name))
    const winner = findMajority(votes, toKey)?.value
    if (winner === undefined || toKey(winner) === toKey(base)) continue
    changes.set(name, readValueText(winner, name))
  }
  if (changes.size === 0) return undefined
  return setMembers(isObjectText(base.text) ? base.text : "{}", changes)
}

const isObjectText = (text: string | undefined): text is string => text?.startsWith("{") === true

/** Null for a value that is not filled in. */
const readValueText = ({ text, values }: AttributesVote, name: string): string | null => {
  if (!isObjectText(text) || !isFilledIn(getOwnValue(values, name))) return null
  const span = readSpans(text, 0).get(name)
  return span === undefined ? null : text.slice(...span)
}

/** The order of several chosen values does not matter. */
const toVoteKey = (value: unknown): string => {
  if (!isFilledIn(value)) return ""
  return JSON.stringify(Array.isArray(value) ? value.map(toVoteKey).toSorted() : value)
}
