/** What a person does while an action is sent, or while a sample is claimed again: nothing of it is lost. */
import { describe, expect, it } from "vitest"
import { answer, claim, conflict, edit, makeWorld, working } from "./sessionBed.ts"

/** A promise that somebody else keeps. */
const makeBarrier = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** A session that sends a save, whose answer comes when the barrier opens. */
const beginSave = async (rating?: number) => {
  const bed = makeWorld()
  await bed.session.openNext()
  edit(bed.session)
  if (rating !== undefined) bed.session.rate(rating)
  const barrier = makeBarrier()
  const begun = makeBarrier()
  bed.world.whileSending = () => {
    begun.open()
    return barrier.opened
  }
  const saved = bed.session.finish("save")
  await begun.opened
  bed.world.whileSending = undefined
  return { ...bed, answer: barrier.open, saved }
}

describe("while a save is sent", () => {
  it("a rating that is chosen stays, is in the draft, and goes with the next action", async () => {
    const { answer, saved, session, world } = await beginSave()
    session.rate(4)
    answer()
    await saved
    expect(working(session).rating).toBe(4)
    await session.keepDraft()
    expect([...world.drafts.values()]).toMatchObject([{ rating: 4, etag: "v2" }])
    await session.finish("accept")
    expect(world.sent.map(({ rating }) => rating)).toEqual([undefined, 4])
  })

  it("a rating that replaces the one on its way stays, also where it is the one that was stored before", async () => {
    for (const rating of [5, null]) {
      const { answer, saved, session, world } = await beginSave(3)
      session.rate(rating)
      answer()
      await saved
      expect(working(session).rating).toBe(rating)
      await session.finish("accept")
      expect(world.sent.map((sent) => sent.rating)).toEqual([3, rating])
    }
  })

  it("a rating that was sent is not sent again", async () => {
    const { answer, saved, session, world } = await beginSave(3)
    answer()
    await saved
    expect(working(session).rating).toBeUndefined()
    await session.finish("accept")
    expect(world.sent.map(({ rating }) => rating)).toEqual([3, undefined])
  })

  it("a rejection with its reason waits for the save, and is sent then", async () => {
    const { answer, saved, session, world } = await beginSave()
    const rejected = session.finish("reject", { comment: "too small" })
    answer()
    await Promise.all([saved, rejected])
    expect(world.sent.map(({ action, comment }) => [action, comment])).toEqual([
      ["save", undefined],
      ["reject", "too small"],
    ])
  })

  it("a submission waits for the save, and has what was edited meanwhile", async () => {
    const { answer, saved, session, world } = await beginSave()
    edit(session, [7, 7])
    const submitted = session.finish("submit")
    answer()
    await Promise.all([saved, submitted])
    expect(world.sent.map(({ action }) => action)).toEqual(["save", "submit"])
    expect(JSON.stringify(world.sent[1]?.attributes)).toContain("[7,7]")
    expect(working(session).work.sample.uuid).toBe("b")
  })

  it("an action that waits is not sent where the save is refused", async () => {
    const { answer: open, saved, session, world } = await beginSave()
    world.failure = answer(422, "invalid_label")
    const submitted = session.finish("submit")
    open()
    await Promise.all([saved, submitted])
    expect(world.sent).toEqual([])
    expect(working(session)).toMatchObject({ sending: undefined, error: world.failure })
  })
})

describe("while a submission is sent", () => {
  it("no rating is taken, and nothing further is sent", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    world.whileSending = async () => {
      session.rate(2)
      await session.finish("save")
    }
    await session.finish("submit")
    expect(world.sent.map(({ action, rating }) => [action, rating])).toEqual([["submit", undefined]])
    expect(working(session).work.sample.uuid).toBe("b")
    expect(working(session).rating).toBeUndefined()
  })
})

describe("a reason of a rejection that could not be sent", () => {
  it("stays until the work on the sample has ended", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    world.failure = answer(503, "unavailable")
    await session.finish("reject", { comment: "too small" })
    expect(working(session).comment).toBe("too small")
    world.failure = undefined
    await session.finish("reject", { comment: working(session).comment })
    expect(working(session).comment).toBe("")
  })
})

describe("while a sample is claimed again", () => {
  const loseClaim = async () => {
    const categories = [{ id: 1, name: "car" }]
    const bed = makeWorld({
      dataset: { task_type: "vector", config_version: 1, task_attributes: { categories } },
    })
    await bed.session.openNext()
    edit(bed.session)
    bed.world.failure = conflict
    await bed.session.finish("submit")
    bed.world.failure = undefined
    const barrier = makeBarrier()
    bed.world.whileClaimingAgain = () => barrier.opened
    const claimed = bed.session.claimAgain()
    return { ...bed, claimed, open: barrier.open }
  }

  it("a submission waits for the claim, and is sent then", async () => {
    const { claimed, open, session, world } = await loseClaim()
    const submitted = session.finish("submit")
    open()
    await Promise.all([claimed, submitted])
    expect(world.sent.map(({ action }) => action)).toEqual(["submit"])
    expect(JSON.stringify(world.sent[0]?.attributes)).toContain("[5,5]")
    expect(working(session).work.sample.uuid).toBe("b")
  })

  it("a submission is not sent where the label was changed meanwhile", async () => {
    const { claimed, open, session, world } = await loseClaim()
    world.waiting[0] = claim("a", "v9")
    const submitted = session.finish("submit")
    open()
    await Promise.all([claimed, submitted])
    expect(world.sent).toEqual([])
    expect(working(session).conflict).toBeDefined()
  })

  it("a decision about a label that the person has not seen is not sent, also where nothing was edited", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    world.failure = conflict
    await session.finish("accept")
    world.failure = undefined
    const barrier = makeBarrier()
    world.whileClaimingAgain = () => barrier.opened
    const claimed = session.claimAgain()
    world.waiting[0] = claim("a", "v9")
    const accepted = session.finish("accept")
    barrier.open()
    await Promise.all([claimed, accepted])
    expect(world.sent).toEqual([])
    expect(working(session)).toMatchObject({ lost: undefined, work: { label: { version: "v9" } } })
    await session.finish("accept")
    expect(world.sent.map(({ action }) => action)).toEqual(["accept"])
  })

  it("a submission is not sent where the configuration was changed meanwhile", async () => {
    const { claimed, open, session, world } = await loseClaim()
    world.dataset = {
      ...world.dataset,
      config_version: 9,
      task_attributes: {
        categories: [
          { id: 1, name: "car" },
          { id: 7, name: "tree" },
        ],
      },
    }
    const submitted = session.finish("submit")
    open()
    await Promise.all([claimed, submitted])
    expect(working(session).changes).not.toEqual([])
    expect(world.sent).toEqual([])
  })

  it("a submission is not sent where the sample is gone", async () => {
    const { claimed, open, session, world } = await loseClaim()
    world.waiting.shift()
    const submitted = session.finish("submit")
    open()
    await Promise.all([claimed, submitted])
    expect(world.sent).toEqual([])
    expect(working(session).refusal).toBe("taken")
    await session.openNext()
    expect(world.sent).toEqual([])
  })
})
