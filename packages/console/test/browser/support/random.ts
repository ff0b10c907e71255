/** Chance that can be repeated: the same seed gives the same numbers. */

export interface Random {
  readonly seed: number
  /** A whole number from 0 to one below the limit. */
  readonly below: (limit: number) => number
  readonly oneOf: <A>(values: ReadonlyArray<A>) => A
}

/** Seeded by `ANNOTARY_TEST_SEED`, or by the clock; a test prints the seed it ran with. */
export const makeRandom = (
  seed = Number(process.env.ANNOTARY_TEST_SEED ?? Date.now() % 1_000_000),
): Random => {
  let state = seed
  const below = (limit: number): number => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return {
    seed,
    below,
    oneOf: <A>(values: ReadonlyArray<A>): A => {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error("There is nothing to choose from.")
      return value
    },
  }
}
