import type { Difference } from "./Difference.ts"

/** The letters of the labels that differ, in the order of the letters. */
export const listLetters = ({ attributes, members, missing, subject }: Difference): ReadonlyArray<string> =>
  subject === "image"
    ? [...(attributes[0]?.values.keys() ?? [])]
    : [...members.map(({ letter }) => letter), ...missing].toSorted()

/** The letters whose version can be taken: those that lack the object are chosen where that is the difference. */
export const listTakable = (difference: Difference): ReadonlyArray<string> =>
  difference.aspect === "object" || difference.subject === "image"
    ? listLetters(difference)
    : difference.members.map(({ letter }) => letter)
