import type { AgreedGroup, Agreement } from "./readAgreement.ts"

/** Makes the function that finds the lowest similarity of two shapes of a group; undefined where none is known. */
export const makeSimilarityFinder = ({
  letters,
  objects,
  pairs,
}: Agreement): ((group: AgreedGroup) => number | undefined) => {
  const byPair = new Map(
    pairs.map(({ matches, places: [a, b] }) => [
      `${a} ${b}`,
      new Map(matches.map(([first, second, similarity]) => [`${first} ${second}`, similarity])),
    ]),
  )
  return ({ agreement, members }) => {
    const similarities: Array<number> = []
    let unknown = 0
    for (const [b, second] of members.entries())
      for (const [a, first] of members.slice(0, b).entries()) {
        if (first === undefined || second === undefined) continue
        const similarity = byPair.get(`${a} ${b}`)?.get(`${first} ${second}`)
        if (similarity === undefined) unknown += 1
        else similarities.push(similarity)
      }
    const categories = new Set(members.map((index, place) => objects[place]?.[index ?? -1]?.category))
    // A group can have two objects that are not a match of their letters: their part of the mean is what remains of it.
    if (unknown > 0 && agreement !== undefined && categories.size === 1) {
      const total = (agreement * letters.length * (letters.length - 1)) / 2
      similarities.push((total - similarities.reduce((sum, similarity) => sum + similarity, 0)) / unknown)
    }
    return similarities.length === 0 ? undefined : Math.min(...similarities)
  }
}
