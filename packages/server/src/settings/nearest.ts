/** Suggests the known word that a misspelled one was most likely meant to be. Pure. */

/** Returns undefined when no word is near. */
export const findNearest = (word: string, known: ReadonlyArray<string>): string | undefined => {
  const maxDistance = Math.max(1, Math.floor(word.length / 3))
  let nearestWord: { readonly word: string; readonly distance: number } | undefined
  for (const candidate of known) {
    const distance = computeDistance(word, candidate)
    if (distance <= maxDistance && distance < (nearestWord?.distance ?? Number.POSITIVE_INFINITY))
      nearestWord = { word: candidate, distance }
  }
  return nearestWord?.word
}

/** The number of letters to insert, remove, replace, or swap with their neighbour. */
const computeDistance = (a: string, b: string): number => {
  let above: ReadonlyArray<number> = []
  let row: ReadonlyArray<number> = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = getAt(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? getAt(above, j - 2) + 1
          : Number.POSITIVE_INFINITY
      next.push(Math.min(getAt(row, j) + 1, getAt(next, j - 1) + 1, replaced, swapped))
    }
    above = row
    row = next
  }
  return getAt(row, b.length)
}

const getAt = (row: ReadonlyArray<number>, index: number): number => row[index] ?? Number.POSITIVE_INFINITY
