/** Checks properties with many runs: a share of the runs in ordinary tests, all of them in `test:long`. */
import { setImmediate as turn } from "node:timers/promises"
import { FastCheck } from "effect"

const share = process.env.ANNOTARY_TEST_LONG === "1" ? 1 : 0.05

/** Runs in one slice, which takes at most a second or two on a slow machine. */
const slice = 250

/**
 * Checks a property with `runs` values, or with a twentieth of them in the ordinary tests.
 * The event loop runs between slices of runs: the test runner gives up a worker that is blocked for a minute.
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
