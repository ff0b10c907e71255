/** Whether this is one of the long runs of `.ci/full`: more kills, days, keyboards and samples, and what is measured in milliseconds. */
export const isLong = process.env.ANNOTARY_TEST_LONG === "1"
