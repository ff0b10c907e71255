/** Waits for the compiled packages, which the test command makes while tests run. */
import { existsSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"

/** Returns when `dist` of all packages is up to date; at once where the tests were started without the test command. */
export const waitForTypes = async (): Promise<void> => {
  const ended = process.env["ANNOTARY_TYPES_ENDED"]
  if (ended === undefined) return
  while (!existsSync(ended)) await sleep(100)
}
