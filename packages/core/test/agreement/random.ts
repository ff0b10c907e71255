/** Seeded numbers for tests: the same in every run. */

export { makeRandom } from "../../src/agreement.ts"

/** A function that makes numbers of a normal distribution with mean 0 and deviation 1. */
export const makeNormal =
  (random: () => number): (() => number) =>
  () =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

export const makeList = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))
