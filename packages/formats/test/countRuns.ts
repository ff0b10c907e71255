/** How often a property is checked of which each run writes and reads files. */

/** Whether this is a run of `test:long`. */
export const isLong = process.env["ANNOTARY_TEST_LONG"] === "1"

/** All runs in the long tests; in the ordinary ones a fifth, and at least three. */
export const countRuns = (runs: number): number =>
  isLong ? runs : Math.min(runs, Math.max(3, Math.ceil(runs / 5)))
