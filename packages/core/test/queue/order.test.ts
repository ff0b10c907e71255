import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { queueOrder } from "../../src/contract/queueOrder.ts"
import { memory } from "../../src/memory.ts"

describe("the queues of the in-memory storage", () => {
  for (const [sentence, test] of Object.entries(queueOrder.tests)) {
    it.scopedLive(sentence, () => Effect.provide(test, memory()))
  }
})
