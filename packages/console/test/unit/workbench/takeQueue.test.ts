/** Versions of other labels that are taken one after the other, however long their files take. */
import { describe, expect, it } from "vitest"
import { TakeQueue } from "../../../src/workbench/editor/TakeQueue.ts"
import { makeWorld, working } from "./sessionBed.ts"

const makeBarrier = () => {
  let open = () => {}
  let fail = (_: Error) => {}
  const opened = new Promise<void>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  return { open, fail, opened }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

describe("versions that are taken", () => {
  it("run in the order of the keys, also where the first one takes longest", async () => {
    const takes = new TakeQueue()
    const barrier = makeBarrier()
    const done: Array<string> = []
    const first = takes.run("object 1", "B", async () => {
      await barrier.opened
      done.push("first")
    })
    const second = takes.run("object 2", "B", () => void done.push("second"))
    await settle()
    expect(done).toEqual([])
    barrier.open()
    await Promise.all([first, second])
    expect(done).toEqual(["first", "second"])
    expect(takes.isEmpty).toBe(true)
  })

  it("are dropped for a later choice of the same difference, and fail no more", async () => {
    const takes = new TakeQueue()
    const barrier = makeBarrier()
    const signals: Array<AbortSignal> = []
    const first = takes.run("object 1", "B", (signal) => {
      signals.push(signal)
      return barrier.opened
    })
    const done: Array<string> = []
    await settle()
    const second = takes.run("object 1", "C", () => void done.push("C"))
    const third = takes.run("object 1", "A", () => void done.push("A"))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    barrier.fail(new Error("HTTP 404"))
    await Promise.all([first, second, third])
    expect(done).toEqual(["A"])
    expect(await takes.waitUntilEmpty()).toBe(true)
  })

  it("are one where the same letter is chosen again", async () => {
    const takes = new TakeQueue()
    let count = 0
    const run = () =>
      takes.run("object 1", "B", () => {
        count += 1
      })
    await Promise.all([run(), run()])
    expect(count).toBe(1)
  })

  it("go with a label that is sent meanwhile, which waits for them", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    const { editor } = working(session)
    const barrier = makeBarrier()
    const take = editor.takes.run("object 1", "B", async () => {
      await barrier.opened
      editor.update((state) => ({ ...state, categoryId: 9 }))
    })
    const finished = session.finish("accept")
    await settle()
    expect(world.sent).toEqual([])
    expect(editor.state.readOnly).toBe(false)
    barrier.open()
    await Promise.all([take, finished])
    expect(editor.state.categoryId).toBe(9)
    expect(world.sent).toHaveLength(1)
  })

  it("keep the label from being sent without one that fails", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    const barrier = makeBarrier()
    const take = working(session).editor.takes.run("object 1", "B", () => barrier.opened)
    const finished = session.finish("accept")
    barrier.fail(new Error("HTTP 404"))
    await expect(take).rejects.toThrow("HTTP 404")
    await finished
    expect(world.sent).toEqual([])
    await session.finish("accept")
    expect(world.sent).toHaveLength(1)
  })
})
