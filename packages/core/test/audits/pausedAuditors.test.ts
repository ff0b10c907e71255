/** Auditors who are paused. */
import { assert, describe, it } from "vitest"
import { begin, findCode, makeAuditWorld, ref, right } from "./world.ts"

describe("an auditor who is paused", () => {
  it("learns it from a claim, also where nothing is left to check", async () => {
    await using test = await makeAuditWorld(2)
    const { id } = await begin(test, "v1")
    const { releaseAudits } = test.engine.as("kim")
    for (const _ of [1, 2]) {
      const work = await releaseAudits.claim(ref, "v1", id)
      assert.isNotNull(work)
      if (work?.number === 1) await releaseAudits.submit(ref, "v1", id, 1, right)
    }
    // Max gets the second draw only when the claim of Kim ends: nothing is left for Max.
    const max = test.engine.as("max")
    assert.isNull(await max.releaseAudits.claim(ref, "v1", id))
    await test.engine.as("ann").pauses.pause(ref, "max", "Please read the guide again.")
    assert.strictEqual(await findCode(max.releaseAudits.claim(ref, "v1", id)), "person_paused")
    await test.engine.as("ann").pauses.pause(ref, "kim", "Please read the guide again.")
    assert.strictEqual((await releaseAudits.claim(ref, "v1", id))?.number, 2)
  })
})
