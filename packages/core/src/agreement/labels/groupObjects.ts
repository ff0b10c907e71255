/** Groups of objects of several people that are the same object. */
import { matchObjects, type ObjectCandidate } from "./matchObjects.ts"

/** The index of the object of each person; null for people who do not have it. */
export type ObjectGroup = ReadonlyArray<number | null>

/**
 * Person by person: the objects of the next one are paired with those of the first person, the rest with the second person's objects whose group
 * still lacks one, and so on; what remains begins groups (Tschirschwitz et al. 2022, the order of kalphacv). `counts` are the numbers of objects
 * of each person, `getCandidates` the candidates of an earlier and a later person.
 */
export const groupObjects = (
  counts: ReadonlyArray<number>,
  getCandidates: (earlier: number, later: number) => ReadonlyArray<ObjectCandidate>,
  threshold: number,
): ReadonlyArray<ObjectGroup> => {
  const groups: Array<Array<number | null>> = []
  /** The group of each object, by person. */
  const groupOf = counts.map((count) => new Int32Array(count).fill(-1))
  for (const [person, count] of counts.entries()) {
    const own = groupOf[person] ?? new Int32Array()
    for (let earlier = 0; earlier < person; earlier++) {
      const theirs = groupOf[earlier] ?? new Int32Array()
      const candidates = getCandidates(earlier, person)
      const isOpen = ({ a, b }: ObjectCandidate) =>
        own[b] === -1 && groups[theirs[a] ?? -1]?.[person] === null
      // The first person's objects all lack the next one's.
      const open = earlier === 0 ? candidates : candidates.filter(isOpen)
      for (const { a, b } of matchObjects(open, threshold)) {
        const index = theirs[a] ?? -1
        const group = groups[index]
        if (group === undefined) continue
        own[b] = index
        group[person] = b
      }
    }
    for (let object = 0; object < count; object++) {
      if (own[object] !== -1) continue
      own[object] = groups.length
      const group = counts.map((): number | null => null)
      group[person] = object
      groups.push(group)
    }
  }
  return groups
}
