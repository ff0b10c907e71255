import { defaultLeaseSeconds } from "@annotary/core/check"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { Unreachable } from "../../../src/api/problem.ts"
import { getLabel } from "../../../src/workbench/editor/EditorState.ts"
import { answer, claim, conflict, edit, makeWorld, working } from "./sessionBed.ts"

describe("a queue session", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("goes from sample to sample until the queue is empty", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    await session.finish("submit")
    expect(working(session).work.sample.name).toBe("b.jpg")
    await session.finish("submit")
    expect(session.state).toEqual({ kind: "empty" })
    expect(session.sent).toBe(2)
    expect(world.sent.map(({ action, claim }) => [claim, action])).toEqual([
      ["c-a", "submit"],
      ["c-b", "submit"],
    ])
  })

  it("reports what was stored, what failed, and that the queue is empty", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    await session.finish("save")
    world.failure = conflict
    await session.finish("submit")
    world.failure = undefined
    await session.openNext()
    await session.finish("skip")
    await session.finish("submit")
    const [a, b] = ["a", "b"].map((uuid) => ({ uuid, name: `${uuid}.jpg` }))
    expect(world.events).toEqual([
      { kind: "done", action: "save", sample: a },
      { kind: "failed", error: conflict, sample: a },
      { kind: "done", action: "skip", sample: a },
      { kind: "done", action: "submit", sample: b },
      { kind: "empty", sent: 1 },
    ])
  })

  it("sends the rating of a reviewer with the decision, and again after a failure", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    world.failure = answer(401, "unauthenticated")
    await session.finish("accept", { rating: 4 })
    world.failure = undefined
    await session.repeat()
    expect(world.sent.map(({ action, rating }) => [action, rating])).toEqual([["accept", 4]])
  })

  it("keeps a rating in the draft, and sends it when the sample is opened again", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    session.rate(3)
    await vi.advanceTimersByTimeAsync(1000)
    expect([...world.drafts.values()]).toMatchObject([{ sample: "a", rating: 3 }])
    session.leave()
    await session.openNext()
    expect(working(session)).toMatchObject({ draft: "restored", rating: 3 })
    await session.finish("accept")
    expect(world.sent).toMatchObject([{ claim: "c-a", action: "accept", rating: 3 }])
    expect(world.sent[0]?.attributes).toBeUndefined()
    expect(working(session).rating).toBeUndefined()
  })

  it("neither shows nor sends the rating of a draft where nobody rates", async () => {
    const reviewing = makeWorld()
    await reviewing.session.openNext()
    reviewing.session.rate(3)
    await vi.advanceTimersByTimeAsync(1000)
    const { session, world } = makeWorld({ queue: "labeling" })
    for (const [key, draft] of reviewing.world.drafts) world.drafts.set(key, draft)
    await session.openNext()
    expect(working(session).rating).toBeUndefined()
    await session.finish("submit")
    expect(world.sent.map((done) => "rating" in done)).toEqual([false])
  })

  it("sends no rating that was taken back, and the reason of a rejection with one that was not", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    session.rate(3)
    session.rate(null)
    await vi.advanceTimersByTimeAsync(1000)
    expect(world.drafts.size).toBe(0)
    await session.finish("save")
    expect(world.sent.map((done) => "rating" in done)).toEqual([false])
    session.rate(2)
    await session.finish("reject", { comment: "Too large" })
    expect(world.sent[1]).toMatchObject({ action: "reject", comment: "Too large", rating: 2 })
  })

  it("sends no attributes of a label that nobody edited, and an empty label where there was none", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    await session.finish("submit")
    await session.finish("submit")
    expect(world.sent[0]?.attributes).toBeUndefined()
    expect(world.sent[1]?.attributes).toMatchObject({ annotations: [] })
  })

  it("has every edit in the draft within a second, with every digit, and removes it when the work is stored", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    await vi.advanceTimersByTimeAsync(1000)
    const [draft] = world.drafts.values()
    expect(draft).toMatchObject({ user: "jane", sample: "a", etag: "v1" })
    expect(draft?.text).toContain('{"id": 1, "t": 1700000000123456789}')
    await session.finish("submit")
    expect(world.drafts.size).toBe(0)
  })

  it("restores a draft of the same version when the sample is opened again", async () => {
    const { session } = makeWorld()
    await session.openNext()
    edit(session)
    const before = getLabel(working(session).editor.state)
    await session.keepDraft()
    await session.openNext()
    expect(working(session).draft).toBe("restored")
    expect(getLabel(working(session).editor.state)).toEqual(before)
  })

  it("lets the person choose when the label was changed meanwhile, and sends nothing before", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    await session.keepDraft()
    world.waiting[0] = claim("a", "v9")
    await session.openNext()
    expect(working(session).conflict?.etag).toBe("v1")
    await session.finish("submit")
    expect(world.sent).toEqual([])
    session.resolve("mine")
    expect(getLabel(working(session).editor.state).annotations).toHaveLength(2)
    await session.finish("submit")
    expect(world.sent[0]?.attributes?.annotations).toHaveLength(2)
  })

  it("keeps the sample, the work and the draft when the server cannot be reached", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    world.failure = new Unreachable()
    await session.finish("submit")
    expect(working(session)).toMatchObject({ error: world.failure, lost: undefined, sending: undefined })
    expect(world.drafts.size).toBe(1)
    world.failure = undefined
    await session.finish("submit")
    expect(world.sent).toHaveLength(1)
  })

  it("sends work of which the browser cannot keep a draft", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    const full = new DOMException("The disk is full.", "QuotaExceededError")
    world.drafts.set = () => {
      throw full
    }
    session.rate(3)
    await vi.advanceTimersByTimeAsync(1000)
    expect(working(session).error).toBe(full)
    await session.finish("submit")
    expect(world.sent).toMatchObject([{ claim: "c-a", action: "submit", rating: 3 }])
    expect(world.sent[0]?.attributes?.annotations).toHaveLength(2)
    expect(working(session).work.sample.uuid).toBe("b")
  })

  it("sends again what an ended sign-in has stopped", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    world.failure = answer(401, "unauthenticated")
    await session.finish("submit")
    expect(working(session)).toMatchObject({ lost: undefined, error: world.failure })
    world.failure = undefined
    await session.repeat()
    expect(world.sent.map(({ action }) => action)).toEqual(["submit"])
  })

  it("claims again when the label was changed meanwhile, with the draft at hand", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    world.failure = answer(412, "outdated")
    world.waiting[0] = claim("a", "v2")
    await session.finish("submit")
    expect(working(session).conflict?.etag).toBe("v1")
    expect(world.sent).toEqual([])
  })

  it("shows why the server refused a label that nobody else has changed, and keeps the work", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    world.failure = answer(412, "outdated")
    await session.finish("submit")
    expect(working(session)).toMatchObject({ error: world.failure, lost: undefined, sending: undefined })
    edit(session, [9, 9])
    world.failure = undefined
    await session.finish("submit")
    expect(world.sent[0]?.attributes?.annotations).toHaveLength(3)
  })

  it("has in the draft what was edited while a save was refused because of another label", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    world.failure = answer(412, "outdated")
    world.waiting[0] = claim("a", "v2")
    world.whileSending = () => edit(session, [9, 9])
    await session.finish("save")
    expect(JSON.parse(working(session).conflict?.text ?? "{}").annotations).toHaveLength(3)
  })

  it("takes no edits while work is sent that ends the claim, and takes them again after a failure", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    const seen: Array<unknown> = []
    world.whileSending = () => {
      edit(session, [9, 9])
      seen.push(getLabel(working(session).editor.state).annotations)
    }
    world.failure = answer(500, "internal")
    await session.finish("submit")
    expect(seen[0]).toHaveLength(2)
    expect(working(session).editor.state.readOnly).toBe(false)
    edit(session, [9, 9])
    expect(getLabel(working(session).editor.state).annotations).toHaveLength(3)
  })

  it("claims nothing more when the page was left while the work was sent", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    world.whileSending = () => session.leave()
    await session.finish("submit")
    expect(working(session).work.sample.name).toBe("a.jpg")
    expect(world.sent).toHaveLength(1)
  })

  it("claims nothing either when what was sent was refused after the page was left", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    world.failure = answer(412, "outdated")
    world.waiting[0] = claim("a", "v2")
    world.whileSending = () => session.leave()
    await session.finish("submit")
    expect(working(session).conflict).toBeUndefined()
    expect(world.drafts.size).toBe(1)
  })

  it("turns read only when the claim has ended, and keeps the draft", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    world.failure = conflict
    await session.finish("submit")
    expect(working(session).lost).toBe("expired")
    expect(working(session).editor.state.readOnly).toBe(true)
    expect(world.drafts.size).toBe(1)
  })

  it("renews the claim at a third of the lease, also after a failure, and not after it was left", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    await vi.advanceTimersByTimeAsync((defaultLeaseSeconds * 1000) / 3)
    expect(world.renewed).toBe(1)
    world.failure = new Unreachable()
    await vi.advanceTimersByTimeAsync((defaultLeaseSeconds * 1000) / 3)
    world.failure = undefined
    await vi.advanceTimersByTimeAsync((defaultLeaseSeconds * 1000) / 3)
    expect(world.renewed).toBe(2)
    session.leave()
    await vi.advanceTimersByTimeAsync(defaultLeaseSeconds * 1000)
    expect(world.renewed).toBe(2)
  })

  it("ignores the answer of a claim that was left", async () => {
    const { session } = makeWorld()
    const next = session.openNext()
    session.leave()
    await next
    expect(session.state).toEqual({ kind: "loading" })
  })

  it("keeps the sample open after a save, with the new version", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    await session.finish("save")
    expect(working(session).work.label?.version).toBe("v2")
    await session.finish("submit")
    expect(world.sent.map(({ attributes }) => attributes === undefined)).toEqual([false, true])
  })

  it("sends with the next action what was edited while a save was sent, and has it in a draft until then", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    world.whileSending = () => edit(session, [9, 9])
    await session.finish("save")
    world.whileSending = undefined
    await vi.advanceTimersByTimeAsync(0)
    expect([...world.drafts.values()].map(({ etag }) => etag)).toEqual(["v2"])
    await session.finish("submit")
    expect(world.sent[0]?.attributes?.annotations).toHaveLength(2)
    expect(world.sent[1]?.attributes?.annotations).toHaveLength(3)
  })

  it("leaves a label read-only that is not edited here, also after a failure", async () => {
    const { session, world } = makeWorld({
      dataset: { task_type: "multisensor-sequence", task_attributes: {} },
      family: { sequence: true, bitmap: false, sensors: true, cloud: true },
    })
    const [work] = world.waiting
    if (work === undefined) throw new Error("Nothing is claimed.")
    const sensors = [
      { name: "top", task_type: "pointcloud-segmentation-sequence", attributes: { frames: [{}] } },
    ]
    world.waiting[0] = { ...work, sample: { ...work.sample, attributes: { sensors } } }
    await session.openNext()
    const { editor } = working(session)
    expect(editor.state.readOnly).toBe(true)
    for (const action of ["save", "submit"] as const) {
      world.failure = new Unreachable("offline")
      await session.finish(action)
      expect(working(session).error).toBe(world.failure)
      expect(editor.state.readOnly).toBe(true)
    }
  })
})
