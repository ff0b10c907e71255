/** The draft of a sample that a person has open on two pages. */
import { expect, it } from "vitest"
import { edit, makeWorld } from "./sessionBed.ts"

it("is not replaced by a page whose older work is kept already", async () => {
  const older = makeWorld()
  await older.session.openNext()
  edit(older.session, [1, 1])
  await older.session.keepDraft()
  const newer = makeWorld()
  for (const [key, draft] of older.world.drafts) newer.world.drafts.set(key, draft)
  await newer.session.openNext()
  edit(newer.session, [2, 2])
  await newer.session.keepDraft()
  const [[key, draft]] = [...newer.world.drafts] as [
    [string, typeof newer.world.drafts extends Map<string, infer D> ? D : never],
  ]
  older.world.drafts.set(key, draft)
  await older.session.keepDraft()
  expect(older.world.drafts.get(key)).toBe(draft)
  const third = makeWorld()
  third.world.drafts.set(key, draft)
  await third.session.openNext()
  await third.session.keepDraft()
  expect(third.world.drafts.get(key)).toBe(draft)
  edit(third.session, [3, 3])
  await third.session.keepDraft()
  expect(third.world.drafts.get(key)?.text).toContain("[3,3]")
})
