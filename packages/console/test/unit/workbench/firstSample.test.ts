/** A sample that somebody has chosen is claimed before those of the queue. */
import { describe, expect, it } from "vitest"
import { makeFirstClaim } from "../../../src/workbench/session/makeFirstClaim.ts"
import { claim } from "./sessionBed.ts"

const work = claim("a", "v1")

describe("the chosen sample", () => {
  it("is claimed once", async () => {
    const claimFirst = makeFirstClaim("a", async () => work)
    expect(await claimFirst()).toBe(work)
    expect(await claimFirst()).toBe("none")
  })

  it("is claimed again after a claim that failed", async () => {
    let failures = 1
    const claimFirst = makeFirstClaim("a", async () => {
      if (failures-- > 0) throw new Error("offline")
      return work
    })
    await expect(claimFirst()).rejects.toThrow("offline")
    expect(await claimFirst()).toBe(work)
    expect(await claimFirst()).toBe("none")
  })

  it("is not claimed again once it was refused, and nobody needs one", async () => {
    const claimFirst = makeFirstClaim("a", async () => "taken")
    expect(await claimFirst()).toBe("refused")
    expect(await claimFirst()).toBe("none")
    expect(await makeFirstClaim(undefined, async () => work)()).toBe("none")
  })
})
