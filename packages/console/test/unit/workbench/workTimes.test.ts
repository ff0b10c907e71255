/** The times that a queue session sends with the work on a sample. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { makeWorkTimesStore } from "../../../src/workbench/session/WorkTimesStore.ts"
import { answer, claim, conflict, edit, makeTexts, makeWorld, working } from "./sessionBed.ts"

const dataset = { task_type: "vector", task_attributes: {}, labeling_inactivity_timeout_seconds: 60 }

describe("the time of work on a sample", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

  const sentBy = (world: ReturnType<typeof makeWorld>["world"]) =>
    world.sent.map(({ action, inactive_time, time, time_since }) => [action, time, inactive_time, time_since])

  it("is sent with each save and with the end, since the work before", async () => {
    const { session, world } = makeWorld({ dataset })
    await session.openNext()
    await wait(10)
    edit(session)
    await wait(3)
    await session.finish("save")
    await wait(5)
    session.noteActivity()
    await session.finish("save")
    await wait(100)
    session.noteActivity()
    await wait(7)
    await session.finish("submit")
    await wait(4)
    await session.finish("skip")
    expect(sentBy(world)).toEqual([
      ["save", 13_000, 0, "previous"],
      ["save", 5000, 0, "previous"],
      ["submit", 7000, 100_000, "previous"],
      ["skip", 4000, 0, "previous"],
    ])
  })

  it("goes on after a reload of the page", async () => {
    const texts = makeTexts()
    const before = makeWorld({ dataset }, texts)
    await before.session.openNext()
    await wait(9)
    edit(before.session)
    before.session.leave()
    await wait(2)
    const { session, world } = makeWorld({ dataset }, texts)
    await session.openNext()
    await wait(1)
    await session.finish("submit")
    expect(sentBy(world)).toEqual([["submit", 12_000, 0, "previous"]])
  })

  it("is counted once for two pages that show the same sample", async () => {
    const texts = makeTexts()
    const [left, right] = [makeWorld({ dataset }, texts), makeWorld({ dataset }, texts)]
    await left.session.openNext()
    await right.session.openNext()
    await wait(10)
    left.session.noteActivity()
    await wait(10)
    right.session.noteActivity()
    await wait(5)
    await left.session.finish("save")
    await wait(3)
    await right.session.finish("submit")
    left.world.failure = answer(409, "claim_ended")
    await wait(20)
    left.session.noteActivity()
    await left.session.finish("submit")
    expect([...sentBy(left.world), ...sentBy(right.world)]).toEqual([
      ["save", 25_000, 0, "previous"],
      ["submit", 3000, 0, "previous"],
    ])
    // The sample comes back later, as after a rejection.
    const later = makeWorld({ dataset }, texts)
    later.world.waiting.splice(0, 1, { ...claim("a", "v3"), claimId: "c-later" })
    await later.session.openNext()
    await wait(6)
    await later.session.finish("submit")
    expect(sentBy(later.world)).toEqual([["submit", 6000, 0, "previous"]])
  })

  it("is counted once for two pages that show two samples", async () => {
    const texts = makeTexts()
    const [label, review] = [makeWorld({ dataset }, texts), makeWorld({ dataset }, texts)]
    review.world.waiting.shift()
    await label.session.openNext()
    await review.session.openNext()
    await wait(10)
    label.session.noteActivity()
    await wait(10)
    review.session.noteActivity()
    await wait(10)
    await label.session.finish("submit")
    await wait(10)
    await review.session.finish("accept")
    expect(sentBy(label.world)).toEqual([["submit", 20_000, 0, "previous"]])
    expect(sentBy(review.world)).toEqual([["accept", 20_000, 0, "previous"]])
  })

  it("stays unsent after a failure, also under the next claim on the sample", async () => {
    const { session, world } = makeWorld({ dataset })
    await session.openNext()
    await wait(8)
    world.failure = conflict
    await session.finish("submit")
    world.failure = answer(409, "stale_claim")
    world.waiting.splice(0, 1, { ...claim("a", "v1"), claimId: "c-again" })
    await session.openNext()
    await wait(8)
    await session.finish("submit")
    await wait(30)
    world.failure = undefined
    world.waiting.splice(0, 1, { ...claim("a", "v1"), claimId: "c-third" })
    await session.openNext()
    await wait(1)
    await session.finish("submit")
    // What another page has sent, and the time without a claim, are no part of it.
    expect(sentBy(world)).toEqual([["submit", 9000, 0, "previous"]])
  })

  it("stays with its queue: a review sends no time of labeling", async () => {
    const texts = makeTexts()
    const labeling = makeWorld({ dataset, queue: "labeling" }, texts)
    await labeling.session.openNext()
    await wait(9)
    labeling.session.noteActivity()
    labeling.session.leave()
    const review = makeWorld({ dataset, queue: "reviewing" }, texts)
    await review.session.openNext()
    await wait(2)
    await review.session.finish("accept")
    expect(sentBy(review.world)).toEqual([["accept", 2000, 0, "previous"]])
    const later = makeWorld({ dataset, queue: "labeling" }, texts)
    await later.session.openNext()
    await wait(1)
    await later.session.finish("submit")
    expect(sentBy(later.world)).toEqual([["submit", 10_000, 0, "previous"]])
  })

  it("is measured where the browser keeps no texts", async () => {
    const store = makeWorkTimesStore(() => {
      throw new Error("The browser keeps nothing.")
    })
    store.put({ user: "jane", queue: "labeling", sample: "a" }, { claim: "c", active: 1, inactive: 2 })
    expect(store.find({ user: "jane", queue: "labeling", sample: "a" })).toEqual({
      claim: "c",
      active: 1,
      inactive: 2,
    })
    const full = makeWorkTimesStore(() => ({
      ...makeTexts(),
      setItem: () => {
        throw new Error("The storage is full.")
      },
    }))
    full.noteActivity("jane", 5)
    expect(full.lastActivity("jane")).toBe(5)
    expect(full.lastActivity("joe")).toBeUndefined()
  })
})

describe("the claim of a page that nobody touches", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const hour = 3_600_000

  it("is not renewed for ever, and renewed again by the next key while it lasts", async () => {
    const { session, world } = makeWorld({ dataset })
    await session.openNext()
    await vi.advanceTimersByTimeAsync(2 * hour)
    expect(world.renewed).toBeLessThanOrEqual(3)
    expect(working(session).idle).toBe(true)
    const before = world.renewed
    session.noteActivity()
    await vi.advanceTimersByTimeAsync(1)
    expect([world.renewed, working(session).idle]).toEqual([before + 1, false])
    session.leave()
  })

  it("is renewed as long as somebody works", async () => {
    const { session, world } = makeWorld({ dataset })
    await session.openNext()
    for (let minute = 0; minute < 120; minute++) {
      await vi.advanceTimersByTimeAsync(60_000)
      session.noteActivity()
    }
    expect(world.renewed).toBeGreaterThanOrEqual(23)
    session.leave()
  })

  it("is replaced at the next key when it has ended and the sample is still free, with what was drawn", async () => {
    const { session, world } = makeWorld({ dataset })
    await session.openNext()
    edit(session)
    const { editor } = working(session)
    await vi.advanceTimersByTimeAsync(hour)
    world.failure = answer(409, "stale_claim")
    world.waiting.splice(0, 1, { ...claim("a", "v1"), claimId: "c-again" })
    session.noteActivity()
    await vi.advanceTimersByTimeAsync(1)
    world.failure = undefined
    expect(working(session)).toMatchObject({ lost: undefined, idle: false, work: { claimId: "c-again" } })
    expect(working(session).editor).toBe(editor)
    expect(world.drafts.size).toBe(1)
    await session.finish("submit")
    expect(world.sent.map(({ claim }) => claim)).toEqual(["c-again"])
    session.leave()
  })

  it("is lost when somebody else has the sample", async () => {
    const { session, world } = makeWorld({ dataset })
    await session.openNext()
    await vi.advanceTimersByTimeAsync(hour)
    world.failure = answer(409, "stale_claim")
    world.waiting.shift()
    session.noteActivity()
    await vi.advanceTimersByTimeAsync(1)
    expect(working(session).lost).toBe("expired")
    session.leave()
  })
})
