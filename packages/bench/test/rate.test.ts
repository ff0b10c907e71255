import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { measurePerSecond } from "../src/harness/rate.ts"

describe("calls per second", () => {
  it("are those of all clients, each of which waits for its previous call", async () => {
    let running = 0
    let most = 0
    let calls = 0
    const begun = performance.now()
    const rate = await measurePerSecond(3, 100, async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(10)
      running -= 1
      calls += 1
    })
    const seconds = (performance.now() - begun) / 1000
    expect(most).toBe(3)
    expect(rate).toBeGreaterThan((calls / seconds) * 0.9)
    expect(rate).toBeLessThan((calls / seconds) * 1.1 + 1)
  })

  it("are at least one of each client, however long it takes", async () => {
    let calls = 0
    await measurePerSecond(4, 0, async () => {
      await sleep(20)
      calls += 1
    })
    expect(calls).toBe(4)
  })
})
