/** A page that continues with the draft of another tab, while its person goes on with other things. */

import { defaultLeaseSeconds } from "@annotary/core/check"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Draft } from "../../../src/workbench/session/drafts/Draft.ts"
import type { QueueSession } from "../../../src/workbench/session/QueueSession.ts"
import { conflict, edit, makeTexts, makeWorld, working } from "./sessionBed.ts"

/** A promise that somebody else keeps. */
const makeBarrier = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

const getText = (session: QueueSession): string => (session.getText() ?? "").replaceAll(" ", "")

const listTexts = (drafts: ReadonlyMap<string, Draft>): string =>
  [...drafts.values()].map(({ text }) => text.replaceAll(" ", "")).join()

/** The first tab begins to continue with the draft of the second, and waits for the drafts. */
const beginToContinue = async () => {
  const drafts = new Map<string, Draft>()
  const open = async (tab: string) => {
    const bed = makeWorld({}, makeTexts(), { drafts, tab })
    await bed.session.openNext()
    return bed
  }
  const first = await open("first")
  const second = await open("second")
  edit(first.session, [1, 1])
  edit(second.session, [2, 2])
  await second.session.keepDraft()
  await first.session.keepDraft()
  const other = [...drafts.values()].find(({ tab }) => tab === "second")
  if (other === undefined) throw new Error("There is no other draft.")
  const barrier = makeBarrier()
  const begun = makeBarrier()
  first.world.whileFinding = () => {
    begun.open()
    return barrier.opened
  }
  const continued = first.session.continueOther(other)
  await begun.opened
  return { ...first, continued, drafts, open: barrier.open, other, second }
}

describe("while the drafts are read to continue with one of another tab", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ["setTimeout", "clearTimeout", "Date"] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each(["submit", "save"] as const)("nothing is sent: %s", async (action) => {
    const { continued, drafts, open, session, world } = await beginToContinue()
    const finished = session.finish(action)
    open()
    await Promise.all([continued, finished])
    expect(world.sent).toEqual([])
    expect(working(session)).toMatchObject({ sending: undefined, work: { sample: { uuid: "a" } } })
    expect(working(session).editor.state.readOnly).toBe(false)
    expect(getText(session)).toContain("[[2,2]]")
    expect(listTexts(drafts)).toContain("[[1,1]]")
    expect(listTexts(drafts)).toContain("[[2,2]]")
  })

  it("nothing is drawn or rated that would be in neither draft", async () => {
    const { continued, drafts, open, session } = await beginToContinue()
    edit(session, [7, 7])
    session.rate(5)
    expect(getText(session)).not.toContain("[[7,7]]")
    expect(working(session).rating).toBeUndefined()
    open()
    await continued
    expect(getText(session)).toContain("[[2,2]]")
    expect(listTexts(drafts)).toContain("[[1,1]]")
    edit(session, [8, 8])
    expect(getText(session)).toContain("[[8,8]]")
  })

  it("a claim that ends keeps the work of this page on the screen", async () => {
    const { continued, open, session, world } = await beginToContinue()
    const { editor } = working(session)
    world.failure = conflict
    await vi.advanceTimersByTimeAsync((defaultLeaseSeconds * 1000) / 3)
    expect(working(session).lost).toBe("expired")
    open()
    await continued
    expect(working(session)).toMatchObject({ editor, lost: "expired" })
    expect(getText(session)).toContain("[[1,1]]")
    expect(editor.state.readOnly).toBe(true)
  })

  it("a draft that the other tab has sent is not continued, which the page says, and the work goes on", async () => {
    const { continued, open, second, session, world } = await beginToContinue()
    const { editor } = working(session)
    await second.session.finish("save")
    open()
    await continued
    world.whileFinding = undefined
    await vi.advanceTimersByTimeAsync(10)
    expect(working(session)).toMatchObject({ editor, isOtherGone: true, others: [] })
    edit(session, [7, 7])
    expect(getText(session)).toContain("[[7,7]]")
  })

  it("drafts that cannot be read leave the work as it was, with the reason", async () => {
    const { continued, open, other, session, world } = await beginToContinue()
    open()
    await continued
    const full = new DOMException("The disk is full.", "UnknownError")
    const { editor } = working(session)
    edit(session, [6, 6])
    world.whileFinding = () => Promise.reject(full)
    await session.continueOther(other)
    expect(working(session)).toMatchObject({ editor, error: full })
    edit(session, [7, 7])
    expect(getText(session)).toContain("[[7,7]]")
  })

  it("the claim lasts as long as it was renewed for, and is renewed at the same times", async () => {
    const { continued, open, session, world } = await beginToContinue()
    await vi.advanceTimersByTimeAsync((defaultLeaseSeconds * 1000) / 3)
    const { expiresAt } = working(session)
    expect(world.renewed).toBe(1)
    await vi.advanceTimersByTimeAsync((defaultLeaseSeconds * 1000) / 6)
    open()
    await continued
    expect(working(session).expiresAt).toBe(expiresAt)
    await vi.advanceTimersByTimeAsync((defaultLeaseSeconds * 1000) / 6)
    expect(world.renewed).toBe(2)
  })
})
