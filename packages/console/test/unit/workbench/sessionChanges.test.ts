/** A session while the claim, the configuration and the queue change. */
import { describe, expect, it } from "vitest"
import { getLabel } from "../../../src/workbench/editor/EditorState.ts"
import { answer, conflict, edit, makeWorld, working } from "./sessionBed.ts"

describe("a session whose dataset changes", () => {
  it("claims the same sample again with the draft, or says why nobody can", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    world.failure = conflict
    await session.finish("submit")
    world.failure = undefined
    world.waiting.reverse()
    await session.claimAgain()
    expect(working(session)).toMatchObject({
      lost: undefined,
      draft: "restored",
      work: { sample: { uuid: "a" } },
    })
    expect(getLabel(working(session).editor.state).annotations).toHaveLength(2)
    world.failure = conflict
    await session.finish("submit")
    world.waiting.pop()
    await session.claimAgain()
    expect(working(session)).toMatchObject({ lost: "expired", refusal: "taken" })
    expect(world.drafts.size).toBe(1)
  })

  it("goes on with a claim that has not ended, whatever was refused", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    world.failure = answer(409, "configuration_changing")
    world.loss = undefined
    await session.finish("submit")
    expect(working(session)).toMatchObject({ lost: undefined, error: world.failure })
    world.failure = undefined
    await session.finish("submit")
    expect(world.sent).toHaveLength(1)
  })

  it("compares the configuration before work is sent, and sends it after the person has seen the differences", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    const { editor } = working(session)
    world.dataset = {
      ...world.dataset,
      config_version: 2,
      task_attributes: { categories: [{ id: 5, name: "bus" }] },
    }
    await session.finish("submit")
    expect(world.sent).toEqual([])
    expect(working(session)).toMatchObject({
      sending: undefined,
      editor,
      changes: [{ kind: "categoryAdded", category: "bus" }],
    })
    expect(editor.setting.configuration.categories.map(({ name }) => name)).toEqual(["bus"])
    expect(editor.state).toMatchObject({ categoryId: 5, readOnly: false })
    await session.finish("submit")
    expect(world.sent).toHaveLength(1)
    expect(working(session)).toMatchObject({ changes: [], work: { sample: { uuid: "b" } } })
  })

  it("sends at once where the configuration has no other categories, attributes or values", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    edit(session)
    world.dataset = { ...world.dataset, config_version: 2 }
    await session.finish("submit")
    expect(world.sent).toHaveLength(1)
  })

  it("opens the next sample under the configuration as it is then", async () => {
    const { session, world } = makeWorld()
    await session.openNext()
    world.whileSending = () => {
      world.dataset = {
        ...world.dataset,
        config_version: 2,
        task_attributes: { categories: [{ id: 5, name: "bus" }] },
      }
    }
    await session.finish("submit")
    expect(working(session).changes).toEqual([{ kind: "categoryAdded", category: "bus", objects: 0 }])
    expect(working(session).editor.setting.configuration.categories).toHaveLength(1)
  })
})
