/** A process that another program, such as pm2, runs as a worker of `node:cluster`. */
import cluster from "node:cluster"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findProcessIndex, superviseProcesses } from "../src/serve/processes.ts"

const { isWorker } = cluster
beforeEach(() => {
  Object.assign(cluster, { isWorker: true })
})
afterEach(() => {
  Object.assign(cluster, { isWorker })
})

describe("a worker of another cluster", () => {
  it("has no index among the processes of ANNOTARY_WORKERS", () => {
    assert.isUndefined(findProcessIndex())
  })

  it.effect("does not start processes of its own", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(superviseProcesses({ count: 2, stopMillis: 1000 }))
      assert.include(message, "ANNOTARY_WORKERS must be 1")
    }),
  )
})
