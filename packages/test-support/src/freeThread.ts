/**
 * Lets the event loop run after each test. Tests in memory complete in microtasks alone: a file of such tests would prevent the
 * worker from reading the runner's messages, and the worker gives up after a minute.
 */
import { setImmediate as turn } from "node:timers/promises"
import { afterEach } from "vitest"

afterEach(async () => {
  await turn()
})
