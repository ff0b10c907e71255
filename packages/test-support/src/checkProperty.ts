/** Properties with many runs: few of them in the ordinary tests, all of them in `test:long`. */
import { setImmediate as turn } from "node:timers/promises"
import { FastCheck } from "effect"

const share = process.env.ANNOTARY_TEST_LONG === "1" ? 1 : 0.05

/** So few that a slice ends within a second or two on a slow machine. */
const slice = 250

/**
 * Checks a property with `runs` values, or with a twentieth of them in the ordinary tests.
 * The runs come in slices between which the thread is free: a thread that is blocked for a minute loses the runner.
 */
export const checkProperty = async <Values>(
  property: FastCheck.IProperty<Values>,
  runs: number,
): Promise<void> => {
  for (let left = Math.ceil(runs * share); left > 0; left -= slice) {
    FastCheck.assert(property, { numRuns: Math.min(slice, left) })
    await turn()
  }
}
