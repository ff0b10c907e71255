/** The words that Python writes for numbers that JSON does not have. */

const words = ["NaN", "Infinity", "-Infinity"]

/** The byte after the word that begins here; the same byte where none does. */
export const afterNotANumber = (bytes: Uint8Array, at: number): number => {
  const word = words.find((one) => spells(bytes, at, one))
  return word === undefined ? at : at + word.length
}

const spells = (bytes: Uint8Array, at: number, word: string): boolean => {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false
  return true
}
