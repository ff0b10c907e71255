/** Work that is taken back within a minute: what becomes of it and of the sample that is open meanwhile. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { getWholeLabel } from "../../../src/workbench/editor/EditorState.ts"
import { print } from "../../../src/workbench/editor/json/parse.ts"
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
    await session.undone.undo()
    expect(working(session).work.sample.uuid).toBe("a")
    expect(working(session).draft).toBe("restored")
    expect(print(getWholeLabel(working(session).editor.state))).toBe(text)
    expect(session.sent).toBe(0)
    expect(session.undone.last.state).toBeUndefined()
    expect([...world.drafts.values()].find(({ sample }) => sample === "b")?.text).toBe(next)
    await session.finish("submit")
    expect(world.sent.map(({ claim }) => claim)).toEqual(["c-a", "c-a"])
    expect(print(world.sent[1]?.attributes ?? null)).toBe(text)
  })

  it("is offered for less than a minute, and not after a skip", async () => {
    const { session } = await submitFirst()
    expect(session.undone.last.state?.sample.name).toBe("a.jpg")
    vi.advanceTimersByTime(59_000)
    expect(session.undone.last.state).toBeUndefined()
    await session.finish("skip")
    expect(session.undone.last.state).toBeUndefined()
  })

  it("stays sent where the server refuses, and the open sample stays open", async () => {
    const { session, world } = await submitFirst()
    world.failure = answer(409, "sample_held")
    await session.undone.undo()
    expect(session.undone.last.state).toMatchObject({ error: world.failure, isSending: false })
    expect(working(session).work.sample.uuid).toBe("b")
    expect(session.sent).toBe(1)
  })
})
