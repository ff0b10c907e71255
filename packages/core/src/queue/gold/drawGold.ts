import { Effect } from "effect"

/** A number from 0 to below 1 that nobody can foresee: from the generator for secrets, because labelers must not compute their next gold sample. */
export const drawGold: Effect.Effect<number> = Effect.sync(() => {
  const [high = 0, low = 0] = globalThis.crypto.getRandomValues(new Uint32Array(2))
  return (high * 2 ** 21 + (low >>> 11)) / 2 ** 53
})
