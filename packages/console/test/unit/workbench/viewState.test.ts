/** The state of the tools and of the list of objects, in drafts and from sample to sample. */
import { describe, expect, it } from "vitest"
import { edit, makeWorld, working } from "./sessionBed.ts"

const dataset = { task_type: "vector", task_attributes: { categories: [{ id: 1 }, { id: 2 }] } }

const arrange = (session: Parameters<typeof working>[0]) => {
  const { editor } = working(session)
  editor.choose("polygon")
  editor.update((state) => ({ ...state, categoryId: 2, locked: new Set(["1"]), hidden: new Set(["1"]) }))
}
const arranged = { tool: "polygon", categoryId: 2, locked: new Set(["1"]), hidden: new Set(["1"]) }

describe("the state of tools and objects", () => {
  it("comes back after a reload without an edit, and is no unsent work", async () => {
    const { session, world } = makeWorld({ dataset })
    await session.openNext()
    arrange(session)
    await session.keepDraft()
    expect(working(session).draft).toBe("none")
    await session.openNext()
    expect(working(session).editor.state).toMatchObject(arranged)
    expect(working(session)).toMatchObject({ draft: "none", conflict: undefined })
    await session.finish("submit")
    expect(world.sent[0]?.attributes).toBeUndefined()
    expect(world.drafts.size).toBe(0)
  })

  it("comes back beside edits, and beside the choice of a label that was changed meanwhile", async () => {
    const { session, world } = makeWorld({ dataset })
    await session.openNext()
    edit(session)
    arrange(session)
    await session.keepDraft()
    await session.openNext()
    expect(working(session)).toMatchObject({ draft: "restored", editor: { state: arranged } })
    world.waiting[0] = {
      ...working(session).work,
      label: { ...working(session).work.label, version: "v9" } as never,
    }
    await session.openNext()
    expect(working(session).conflict).toBeDefined()
    session.resolve("theirs")
    expect(working(session).editor.state).toMatchObject({ categoryId: 2, locked: new Set(["1"]) })
  })

  it("gives the next sample the tool and the category, but no locks, and none that the configuration lacks", async () => {
    const { session, world } = makeWorld({ dataset })
    await session.openNext()
    arrange(session)
    await session.finish("submit")
    expect(working(session).work.sample.uuid).toBe("b")
    expect(working(session).editor.state).toMatchObject({
      tool: "polygon",
      categoryId: 2,
      hidden: new Set(),
      locked: new Set(),
    })
    world.dataset = { ...world.dataset, config_version: 2, task_attributes: { categories: [{ id: 1 }] } }
    await session.openNext()
    expect(working(session).editor.state).toMatchObject({ tool: "polygon", categoryId: 1 })
  })
})
