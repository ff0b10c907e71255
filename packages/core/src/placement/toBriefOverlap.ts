/** An overlap without the comparison of its labels. */
import { type JsonText, parseJson } from "../domain/JsonText.ts"
import type { BriefOverlap, Overlap } from "../domain/Overlap.ts"
import { readMember } from "../domain/uncheckedJson.ts"

export const toBriefOverlap = ({ agreement, ...rest }: Overlap, withScore: boolean): BriefOverlap => ({
  ...rest,
  score: withScore ? readScore(agreement) : null,
})

/** The agreement of a stored comparison; null where there is none. */
const readScore = (agreement: JsonText | null): number | null => {
  const value = agreement === null ? null : readMember(parseJson(agreement), "agreement")
  return typeof value === "number" ? value : null
}
