/** Work that is taken back within a minute: what becomes of it and of the sample that is open meanwhile. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { getWholeLabel } from "../../../src/workbench/editor/EditorState.ts"
import { print } from "../../../src/workbench/editor/json/parse.ts"
import { readUndoRefusal } from "../../../src/workbench/session/readUndoRefusal.ts"
import { answer, edit, makeWorld, working } from "./sessionBed.ts"

beforeEach(() => vi.useFakeTimers({ now: 1_000_000, toFake: ["Date", "setTimeout", "clearTimeout"] }))
afterEach(() => vi.useRealTimers())

const submitFirst = async () => {
  const { session, world } = makeWorld({ queue: "labeling" })
  await session.openNext()
  edit(session)
  const text = print(getWholeLabel(working(session).editor.state))
  await session.finish("submit")
  return { session, world, text }
}

describe("work that was sent", () => {
  it("is opened again with what was sent, and the sample after it keeps its claim and its draft", async () => {
    const { session, text, world } = await submitFirst()
    expect(working(session).work.sample.uuid).toBe("b")
    edit(session)
    const next = print(getWholeLabel(working(session).editor.state))
    await session.workUndo.undo()
    expect(working(session).work.sample.uuid).toBe("a")
    expect(working(session).draft).toBe("restored")
    expect(print(getWholeLabel(working(session).editor.state))).toBe(text)
    expect(session.sent).toBe(0)
    expect(session.workUndo.last.state).toBeUndefined()
    expect([...world.drafts.values()].find(({ sample }) => sample === "b")?.text).toBe(next)
    await session.finish("submit")
    expect(world.sent.map(({ claim }) => claim)).toEqual(["c-a", "c-a"])
    expect(print(world.sent[1]?.attributes ?? null)).toBe(text)
  })

  it("is offered for less than a minute, and not after a skip", async () => {
    const { session } = await submitFirst()
    expect(session.workUndo.last.state?.sample.name).toBe("a.jpg")
    vi.advanceTimersByTime(59_000)
    expect(session.workUndo.last.state).toBeUndefined()
    await session.finish("skip")
    expect(session.workUndo.last.state).toBeUndefined()
  })

  it("is not offered where the server offers none, nor is the work before it any longer", async () => {
    const { session, world } = await submitFirst()
    expect(session.workUndo.last.state?.sample.name).toBe("a.jpg")
    world.isUndoable = false
    await session.finish("submit")
    expect(session.workUndo.last.state).toBeUndefined()
  })

  it("stays sent where the server refuses, and the open sample stays open", async () => {
    const { session, world } = await submitFirst()
    world.failure = answer(409, "sample_held")
    await session.workUndo.undo()
    expect(session.workUndo.last.state).toMatchObject({ error: world.failure, isSending: false })
    expect(working(session).work.sample.uuid).toBe("b")
    expect(session.sent).toBe(1)
  })

  it("stays a draft where the person can claim no more, and the open sample keeps its last edits", async () => {
    const { session, text, world } = await submitFirst()
    edit(session)
    const next = print(getWholeLabel(working(session).editor.state))
    world.isFull = true
    await session.workUndo.undo()
    const drafts = [...world.drafts.values()]
    expect(drafts.find(({ sample }) => sample === "a")?.text).toBe(text)
    expect(drafts.find(({ sample }) => sample === "b")?.text).toBe(next)
    expect(working(session).work.sample.uuid).toBe("b")
    expect(print(getWholeLabel(working(session).editor.state))).toBe(next)
  })

  it("is not lost where the browser cannot store it, and is taken back once", async () => {
    const { session, text, world } = await submitFirst()
    const full = new Error("full")
    world.whileKeeping = ({ sample }) => {
      if (sample === "a") throw full
    }
    await session.workUndo.undo()
    expect(session.workUndo.last.state).toMatchObject({ error: full, isSending: false })
    expect(world.events.at(-1)).toMatchObject({ kind: "failed", error: full, sample: { uuid: "a" } })
    // What was taken back is nowhere else.
    vi.advanceTimersByTime(120_000)
    edit(session)
    await session.finish("skip")
    expect(session.workUndo.last.state).toMatchObject({ error: full })
    world.whileKeeping = undefined
    await session.workUndo.undo()
    expect(world.undone).toEqual(["c-a"])
    expect(working(session).work.sample.uuid).toBe("a")
    expect(print(getWholeLabel(working(session).editor.state))).toBe(text)
    expect(session.sent).toBe(0)
  })

  it("is not taken back where the open sample cannot be stored before it is left", async () => {
    const { session, world } = await submitFirst()
    edit(session)
    world.whileKeeping = () => {
      throw new Error("full")
    }
    await session.workUndo.undo()
    expect(world.undone).toEqual([])
    expect(session.workUndo.last.state?.error).toBeInstanceOf(Error)
    expect(working(session)).toMatchObject({ isSwitching: false, work: { sample: { uuid: "b" } } })
    expect(working(session).editor.state.readOnly).toBe(false)
  })

  it("is offered for the rest of the minute after a failure", async () => {
    const { session, world } = await submitFirst()
    world.whileUndoing = () => {
      vi.advanceTimersByTime(50_000)
    }
    world.failure = answer(503, "storage_unavailable")
    await session.workUndo.undo()
    expect(session.workUndo.last.state?.error).toBe(world.failure)
    vi.advanceTimersByTime(7_000)
    expect(session.workUndo.last.state).toBeDefined()
    vi.advanceTimersByTime(1_500)
    expect(session.workUndo.last.state).toBeUndefined()
  })

  it("keeps the open sample from being edited or sent while it is taken back", async () => {
    const { session, world } = await submitFirst()
    edit(session)
    const before = getWholeLabel(working(session).editor.state)
    world.whileUndoing = async () => {
      edit(session, [9, 9])
      await session.finish("submit")
    }
    world.failure = answer(503, "storage_unavailable")
    await session.workUndo.undo()
    expect(world.sent).toHaveLength(1)
    expect(getWholeLabel(working(session).editor.state)).toBe(before)
    world.whileUndoing = undefined
    world.failure = undefined
    edit(session, [9, 9])
    expect(getWholeLabel(working(session).editor.state)).not.toBe(before)
  })

  it("comes back with the rating alone where only that was sent", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    session.rate(4)
    await session.finish("accept")
    await session.workUndo.undo()
    expect(working(session).work.sample.uuid).toBe("a")
    expect(working(session).rating).toBe(4)
    await session.finish("accept")
    expect(world.sent.map(({ rating }) => rating)).toEqual([4, 4])
  })

  it("is reported, and so is its failure", async () => {
    const { session, world } = await submitFirst()
    world.failure = answer(409, "sample_held")
    await session.workUndo.undo()
    expect(world.events.at(-1)).toEqual({
      kind: "failed",
      error: world.failure,
      sample: { uuid: "a", name: "a.jpg" },
    })
    world.failure = undefined
    await session.workUndo.undo()
    expect(world.events.at(-1)).toEqual({
      kind: "undone",
      action: "submit",
      sample: { uuid: "a", name: "a.jpg" },
    })
  })
})

describe("a refusal to take work back", () => {
  it("is named by its code, and asked again only where that can help", () => {
    expect(readUndoRefusal(answer(409, "sample_held"))).toBe("taken")
    expect(readUndoRefusal(answer(409, "not_undoable"))).toBe("gone")
    expect(readUndoRefusal(answer(409, "dataset_archived"))).toBe("refused")
    expect(readUndoRefusal(answer(403, "permission_denied"))).toBe("refused")
    expect(readUndoRefusal(answer(503, "storage_unavailable"))).toBeUndefined()
    expect(readUndoRefusal(new Error("offline"))).toBeUndefined()
  })
})
