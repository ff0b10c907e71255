/** The result of a label on a gold sample, where the dataset shows it. */
import { expect, it } from "vitest"
import { edit, makeWorld } from "./sessionBed.ts"

it("is that of what was sent last, and no longer shown once other work was sent", async () => {
  const { session, world } = makeWorld({ queue: "labeling" })
  await session.openNext()
  edit(session)
  world.gold = { score: 0.5, passed: false }
  await session.finish("save")
  expect(session.goldResult.state).toBeUndefined()
  await session.finish("submit")
  expect(session.goldResult.state).toMatchObject({ score: 0.5, passed: false, sample: { name: "a.jpg" } })
  world.gold = undefined
  await session.finish("skip")
  expect(session.goldResult.state).toBeUndefined()
})
