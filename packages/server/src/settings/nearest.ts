/** Suggests the known word that a misspelled one was most likely meant to be. Pure. */

/** Returns undefined when no word is near. */
export const nearest = (word: string, known: ReadonlyArray<string>): string | undefined => {
  const most = Math.max(1, Math.floor(word.length / 3))
  let found: { readonly word: string; readonly distance: number } | undefined
  for (const one of known) {
    const distance = distanceOf(word, one)
    if (distance <= most && distance < (found?.distance ?? Number.POSITIVE_INFINITY))
      found = { word: one, distance }
  }
  return found?.word
}

/** The number of letters to insert, remove, replace, or swap with their neighbour. */
const distanceOf = (a: string, b: string): number => {
  let above: ReadonlyArray<number> = []
  let row: ReadonlyArray<number> = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? at(above, j - 2) + 1
          : Number.POSITIVE_INFINITY
      next.push(Math.min(at(row, j) + 1, at(next, j - 1) + 1, replaced, swapped))
    }
    above = row
    row = next
  }
  return at(row, b.length)
}

const at = (row: ReadonlyArray<number>, index: number): number => row[index] ?? Number.POSITIVE_INFINITY
