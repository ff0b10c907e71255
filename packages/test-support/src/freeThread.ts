/**
 * Gives the event loop a turn after each test. Tests in memory settle in microtasks alone: a file of them would keep
 * the worker from reading the runner's answers, which the worker takes for lost after a minute.
 */
import { setImmediate as turn } from "node:timers/promises"
import { afterEach } from "vitest"

afterEach(async () => {
  await turn()
})
