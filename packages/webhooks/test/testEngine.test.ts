/** The engine for tests takes the webhooks along: their stores go by its clock, and fail when they are told to. */
import { testEngine } from "@annotary/core/testing"
import { webhooks } from "@annotary/webhooks"
import { assert, expect, it } from "vitest"

it("is given by the engine for tests, with its clock and its faults", async () => {
  await using test = await testEngine({ extensions: [webhooks()], worker: false })
  await test.seed.person("ann")
  const { endpoints } = test.engine.webhooks.as("ann")
  test.faults.failNext("EndpointStore.ofOwner", { transient: true })
  await expect(endpoints.list({})).rejects.toMatchObject({ _tag: "StorageFailure", transient: true })
  assert.deepStrictEqual(await endpoints.list({}), [])
  await test.clock.advance("1 day")
  assert.strictEqual(test.clock.now(), "2026-01-02T00:00:00.000000Z")
})
