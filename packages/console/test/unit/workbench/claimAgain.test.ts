/** A session that claims its sample again, while its person presses twice, leaves, or the server refuses. */

import { defaultLeaseSeconds } from "@annotary/core/check"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { answer, claim, conflict, edit, makeWorld, working } from "./sessionBed.ts"

/** A promise that somebody else keeps. */
const makeBarrier = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

const loseClaim = async () => {
  const bed = makeWorld()
  await bed.session.openNext()
  edit(bed.session)
  bed.world.failure = conflict
  await bed.session.finish("submit")
  bed.world.failure = undefined
  return bed
}

describe("a sample that is claimed again", () => {
  it("is claimed and opened once where the person presses twice", async () => {
    const { session, world } = await loseClaim()
    let claims = 0
    const barrier = makeBarrier()
    world.whileClaimingAgain = () => {
      claims += 1
      return barrier.opened
    }
    const both = [session.claimAgain(), session.claimAgain()]
    expect(working(session).isClaiming).toBe(true)
    barrier.open()
    await Promise.all(both)
    expect(claims).toBe(1)
    expect(working(session)).toMatchObject({ isClaiming: false, lost: undefined, refusal: undefined })
  })

  it("says why it could not be claimed, until the next try", async () => {
    const { session, world } = await loseClaim()
    const busy = answer(429, "too_many_requests")
    world.whileClaimingAgain = () => Promise.reject(busy)
    await session.claimAgain()
    expect(working(session)).toMatchObject({ lost: "expired", isClaiming: false, claimError: busy })
    const barrier = makeBarrier()
    world.whileClaimingAgain = () => barrier.opened
    const again = session.claimAgain()
    expect(working(session).claimError).toBeUndefined()
    barrier.open()
    await again
    expect(working(session)).toMatchObject({ lost: undefined, claimError: undefined })
  })
})

describe("a pause after which the label has another version", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    ["expired", "taken"],
    ["submitted", undefined],
  ] as const)("says at once why no claim can be had: %s, %s", async (loss, refusal) => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    await vi.advanceTimersByTimeAsync(defaultLeaseSeconds * 2000)
    world.waiting.shift()
    world.failure = conflict
    world.loss = loss
    session.noteActivity()
    await vi.advanceTimersByTimeAsync(10)
    expect(working(session)).toMatchObject({ lost: loss, refusal })
  })

  const pause = async () => {
    const bed = makeWorld()
    await bed.session.openNext()
    edit(bed.session)
    await vi.advanceTimersByTimeAsync(defaultLeaseSeconds * 2000)
    expect(working(bed.session).idle).toBe(true)
    bed.world.waiting[0] = claim("a", "v9")
    bed.world.failure = conflict
    return bed
  }

  it("opens nothing once the person has left while the draft is read", async () => {
    const { session, world } = await pause()
    const { editor } = working(session)
    const { renewed } = world
    const barrier = makeBarrier()
    world.whileFinding = () => barrier.opened
    session.noteActivity()
    await vi.advanceTimersByTimeAsync(10)
    session.leave()
    barrier.open()
    world.failure = undefined
    await vi.advanceTimersByTimeAsync(defaultLeaseSeconds * 1000)
    expect(working(session).editor).toBe(editor)
    expect(world.renewed).toBe(renewed)
  })

  it("keeps the last edits in the draft, and lets the person choose", async () => {
    const { session, world } = await pause()
    edit(session, [7, 7])
    await vi.advanceTimersByTimeAsync(10)
    expect(working(session).conflict?.etag).toBe("v1")
    expect([...world.drafts.values()][0]?.text).toContain("[[7,7]]")
  })

  it("stays open, and says why, where the last edits cannot be kept", async () => {
    const { session, world } = await pause()
    const { editor } = working(session)
    const full = new DOMException("The disk is full.", "QuotaExceededError")
    world.drafts.set = () => {
      throw full
    }
    edit(session, [7, 7])
    await vi.advanceTimersByTimeAsync(10)
    expect(working(session)).toMatchObject({ editor, error: full })
  })
})
