/** Random numbers that are the same for the same seed, on every machine. They are fit for statistics, not for secrets. */

/** Numbers from 0 to below 1, with 32 random bits (mulberry32). */
export const makeRandom = (seed: number): (() => number) => {
  const word = new Uint32Array(1)
  const fill = makeRandomFill(seed)
  return () => {
    fill(word)
    return (word[0] as number) / 2 ** 32
  }
}

/** A function that fills arrays with random words of 32 bits: a loop without calls, because the bootstrap draws a hundred million. */
export const makeRandomFill = (seed: number): ((words: Uint32Array) => void) => {
  let state = seed | 0
  return (words) => {
    let current = state
    for (let index = 0; index < words.length; index++) {
      current = (current + 0x6d2b79f5) | 0
      let mixed = Math.imul(current ^ (current >>> 15), current | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      words[index] = mixed ^ (mixed >>> 14)
    }
    state = current
  }
}
