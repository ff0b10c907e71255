/** A reviewer who decides between the labels of several people: the choice and its drafts. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { getLabel } from "../../../src/workbench/editor/EditorState.ts"
import { applyEdit } from "../../../src/workbench/editor/edits/edit.ts"
import { readChoices } from "../../../src/workbench/editor/History.ts"
import { print } from "../../../src/workbench/editor/json/parse.ts"
import { listAnnotations } from "../../../src/workbench/editor/label/frames.ts"
import type { Draft } from "../../../src/workbench/session/drafts/Draft.ts"
import { findOpenLabel, openLabel, parseOverlap } from "../../../src/workbench/session/overlap.ts"
import type { SessionSetting } from "../../../src/workbench/session/phases.ts"
import { canAccept } from "../../../src/workbench/session/phases.ts"
import type { QueueSession } from "../../../src/workbench/session/QueueSession.ts"
import type { OverlapLabel } from "../../../src/workbench/session/work.ts"
import { makeLabel, makeTextLabel, read } from "./overlapLabels.ts"
import { claim, conflict, edit, makeTexts, makeWorld, working } from "./sessionBed.ts"

const openWorld = async (
  labels: ReadonlyArray<OverlapLabel>,
  drafts = new Map<string, Draft>(),
  merged?: OverlapLabel,
  setting: Partial<SessionSetting> = {},
) => {
  const bed = makeWorld(setting, makeTexts(), { drafts })
  const overlap = { labels, merged, mergedObjects: [], mergeRefusal: undefined, agreement: undefined }
  bed.world.waiting.splice(0, 1, openLabel({ ...claim("a", "v1"), overlap }))
  await bed.session.openNext()
  return { ...bed, drafts }
}

const twoLabels = [makeLabel("A", [1, 2]), makeLabel("B", [7])]
const listChosen = (session: QueueSession) => [...readChoices(working(session).editor.state.history).values()]
const listIds = (session: QueueSession) =>
  listAnnotations(getLabel(working(session).editor.state), 0).map(({ key }) => key)

describe("the labels of several people", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ["setTimeout", "clearTimeout", "Date"] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("begin with the first one that is not skipped, whatever the ground truth is", async () => {
    const { session } = await openWorld([makeLabel("A", [], "SKIPPED"), makeLabel("B", [7])])
    expect(listIds(session)).toEqual(["7"])
  })

  it("are accepted by the letter alone, unless they are edited", async () => {
    const { session, world } = await openWorld(twoLabels)
    session.chooseLabel("B")
    await session.finish("accept")
    expect(world.sent).toMatchObject([{ action: "accept", overlap_label: "B", attributes: undefined }])
  })

  it("keep the edits of each, with their undo", async () => {
    const { session, world } = await openWorld(twoLabels)
    edit(session, [5, 5])
    session.chooseLabel("B")
    expect(listIds(session)).toEqual(["7"])
    working(session).editor.undo()
    expect(listIds(session)).toEqual(["7"])
    edit(session, [6, 6])
    session.chooseLabel("A")
    expect(listIds(session)).toHaveLength(3)
    working(session).editor.undo()
    expect(listIds(session)).toEqual(["1", "2"])
    session.chooseLabel("B")
    expect(listIds(session)).toHaveLength(2)
    await session.finish("accept")
    const [sent] = world.sent
    expect(sent?.overlap_label).toBe("B")
    expect(listAnnotations(sent?.attributes ?? {}, 0)).toHaveLength(2)
  })

  it("come back from a draft with the edits of all, at the one that was shown", async () => {
    const { drafts, session } = await openWorld(twoLabels)
    edit(session, [5, 5])
    session.chooseLabel("B")
    await session.keepDraft()
    session.leave()
    const again = await openWorld(twoLabels, drafts)
    expect(listIds(again.session)).toEqual(["7"])
    expect(working(again.session).draft).toBe("restored")
    again.session.chooseLabel("A")
    expect(listIds(again.session)).toHaveLength(3)
    await again.session.finish("accept")
    expect(again.world.sent).toMatchObject([{ overlap_label: "A" }])
    expect(again.drafts.size).toBe(0)
  })

  it("come back from a draft with the choices between them, unless there are other labels", async () => {
    const { drafts, session } = await openWorld(twoLabels)
    const choice = { of: "object 0", letter: "B", key: "9" }
    const choose = () =>
      working(session).editor.update((state) =>
        applyEdit(state, "take", makeLabel("", [1, 2, 9]).label.attributes ?? {}, null, choice),
      )
    choose()
    session.chooseLabel("B")
    await session.keepDraft()
    session.leave()
    const again = await openWorld(twoLabels, drafts)
    expect(listChosen(again.session)).toEqual([])
    again.session.chooseLabel("A")
    expect(listIds(again.session)).toEqual(["1", "2", "9"])
    expect(listChosen(again.session)).toEqual([choice])
    await again.session.keepDraft()
    again.session.leave()
    const third = await openWorld(twoLabels, drafts)
    expect(listChosen(third.session)).toEqual([choice])
    third.session.leave()
    const more = await openWorld([...twoLabels, makeLabel("C", [5])], drafts)
    expect(listIds(more.session)).toEqual(["1", "2", "9"])
    expect(listChosen(more.session)).toEqual([])
  })

  /** Chooses the version that the label has. */
  const keep = (session: QueueSession) => {
    const choice = { of: "object 0", letter: "A", key: "1" }
    working(session).editor.update((state) => applyEdit(state, "take", getLabel(state), null, choice))
    return choice
  }

  it("keep a choice of the version that they have through a reload with another one on the screen", async () => {
    const { drafts, session } = await openWorld(twoLabels)
    const choice = keep(session)
    session.chooseLabel("B")
    await session.keepDraft()
    session.leave()
    const again = await openWorld(twoLabels, drafts)
    again.session.chooseLabel("A")
    expect(listChosen(again.session)).toEqual([choice])
    await again.session.finish("accept")
    // To keep a version is no edit.
    expect(again.world.sent).toMatchObject([{ overlap_label: "A", attributes: undefined }])
  })

  it("of points keep the choice of a version while another one is shown, and after a reload", async () => {
    const labels = ["A", "B"].map((letter) =>
      makeTextLabel(letter, `{"annotations": [{"id": 1, "category_id": 1}], "point_annotations": [0, 1]}`),
    )
    const setting: Partial<SessionSetting> = {
      family: { sequence: false, bitmap: false, cloud: true, points: true },
      dataset: { task_type: "pointcloud-segmentation", task_attributes: {} },
    }
    const drafts = new Map<string, Draft>()
    const { session, world } = await openWorld(labels, drafts, undefined, setting)
    const choice = keep(session)
    const show = async (of: QueueSession, letter: string) => {
      of.chooseLabel(letter)
      await vi.advanceTimersByTimeAsync(0)
      expect(findOpenLabel(working(of).work)?.letter).toBe(letter)
    }
    await show(session, "B")
    expect(listChosen(session)).toEqual([])
    await show(session, "A")
    expect(listChosen(session)).toEqual([choice])
    await show(session, "B")
    await session.keepDraft()
    session.leave()
    expect(world.sent).toEqual([])
    const again = await openWorld(labels, drafts, undefined, setting)
    await show(again.session, "A")
    expect(listChosen(again.session)).toEqual([choice])
    await again.session.finish("accept")
    expect(again.world.sent).toMatchObject([{ overlap_label: "A", attributes: undefined }])
  })

  it("have the edits of a draft that was stored before choices were", async () => {
    const { drafts, session } = await openWorld(twoLabels)
    keep(session)
    edit(session, [5, 5])
    session.chooseLabel("B")
    keep(session)
    edit(session, [6, 6])
    await session.keepDraft()
    session.leave()
    for (const [key, { choices, labels, ...draft }] of drafts) {
      expect(choices?.list).toHaveLength(1)
      drafts.set(key, { ...draft, labels: labels?.map(({ choices: _, ...label }) => label) })
    }
    const again = await openWorld(twoLabels, drafts)
    expect(listIds(again.session)).toHaveLength(2)
    expect(listChosen(again.session)).toEqual([])
    again.session.chooseLabel("A")
    expect(listIds(again.session)).toHaveLength(3)
    expect(listChosen(again.session)).toEqual([])
    const choice = keep(again.session)
    again.session.chooseLabel("B")
    again.session.chooseLabel("A")
    expect(listChosen(again.session)).toEqual([choice])
    await again.session.finish("accept")
    expect(listAnnotations(again.world.sent[0]?.attributes ?? {}, 0)).toHaveLength(3)
  })

  it("lose no edit when the server refuses the decision", async () => {
    const { session, world } = await openWorld(twoLabels)
    session.chooseLabel("B")
    edit(session, [5, 5])
    world.failure = conflict
    world.loss = undefined
    await session.finish("accept")
    expect(working(session).error).toBe(conflict)
    expect(listIds(session)).toHaveLength(2)
    session.chooseLabel("A")
    session.chooseLabel("B")
    expect(listIds(session)).toHaveLength(2)
  })

  it("are not taken back, and are not chosen while a decision is sent", async () => {
    const { session, world } = await openWorld(twoLabels)
    world.whileSending = () => session.chooseLabel("B")
    world.isUndoable = false
    await session.finish("accept")
    expect(world.sent).toMatchObject([{ overlap_label: "A" }])
    expect(session.workUndo.last.state).toBeUndefined()
  })

  it("need an edit where the person has skipped the sample", async () => {
    const { session } = await openWorld([makeLabel("A", [1]), makeLabel("B", [], "SKIPPED")])
    expect(canAccept(working(session))).toBe(true)
    session.chooseLabel("B")
    expect(canAccept(working(session))).toBe(false)
    edit(session)
    expect(canAccept(working(session))).toBe(true)
    session.chooseLabel("A")
    session.chooseLabel("B")
    expect(canAccept(working(session))).toBe(true)
  })

  it("are not accepted after all by the repetition of what failed for another one", async () => {
    const { session, world } = await openWorld(twoLabels)
    world.failure = conflict
    world.loss = undefined
    await session.finish("accept")
    session.chooseLabel("B")
    expect(working(session).error).toBeUndefined()
    world.failure = undefined
    const { length } = world.sent
    await session.repeat()
    expect(world.sent).toHaveLength(length)
  })

  it("keep the edits of a skipped one through a reload, however often another one is shown", async () => {
    const labels = [makeLabel("A", [1]), makeLabel("B", [], "SKIPPED")]
    const { drafts, session } = await openWorld(labels)
    session.chooseLabel("B")
    edit(session)
    await session.keepDraft()
    session.leave()
    const again = await openWorld(labels, drafts)
    expect(canAccept(working(again.session))).toBe(true)
    await again.session.keepDraft()
    for (const letter of ["A", "B", "A", "B"]) again.session.chooseLabel(letter)
    expect(listIds(again.session)).toHaveLength(1)
    expect(canAccept(working(again.session))).toBe(true)
    again.session.chooseLabel("A")
    await again.session.keepDraft()
    again.session.leave()
    const last = await openWorld(labels, drafts)
    last.session.chooseLabel("B")
    expect(listIds(last.session)).toHaveLength(1)
  })

  it("are in the draft with the edits of one that was left at once", async () => {
    const { drafts, session } = await openWorld(twoLabels)
    session.chooseLabel("B")
    edit(session, [6, 6])
    await session.keepDraft()
    session.chooseLabel("A")
    edit(session, [5, 5])
    session.chooseLabel("B")
    await session.keepDraft()
    expect(working(session).draft).toBe("kept")
    session.leave()
    const again = await openWorld(twoLabels, drafts)
    again.session.chooseLabel("A")
    expect(listIds(again.session)).toHaveLength(3)
  })

  it("are not edited by a draft in which a skipped one was only shown", async () => {
    const labels = [makeLabel("A", [1]), makeLabel("B", [], "SKIPPED")]
    const { drafts, session } = await openWorld(labels)
    edit(session, [5, 5])
    session.chooseLabel("B")
    await session.keepDraft()
    session.leave()
    const again = await openWorld(labels, drafts)
    expect(findOpenLabel(working(again.session).work)?.letter).toBe("B")
    expect(canAccept(working(again.session))).toBe(false)
    again.session.chooseLabel("A")
    expect(listIds(again.session)).toHaveLength(2)
  })
})

describe("the merged label", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ["setTimeout", "clearTimeout", "Date"] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const merged = makeLabel("merged", [1, 9])

  it("is not the one that is shown first", async () => {
    const { session } = await openWorld(twoLabels, undefined, merged)
    expect(findOpenLabel(working(session).work)?.letter).toBe("A")
  })

  it("is accepted by its word alone, unless it is edited", async () => {
    const { session, world } = await openWorld(twoLabels, undefined, merged)
    session.chooseLabel("merged")
    expect(listIds(session)).toEqual(["1", "9"])
    await session.finish("accept")
    expect(world.sent).toMatchObject([{ action: "accept", overlap_label: "merged", attributes: undefined }])
  })

  it("keeps its edits beside those of letters, through a reload", async () => {
    const { drafts, session } = await openWorld(twoLabels, undefined, merged)
    session.chooseLabel("merged")
    edit(session, [5, 5])
    session.chooseLabel("B")
    edit(session, [6, 6])
    await session.keepDraft()
    session.leave()
    const again = await openWorld(twoLabels, drafts, merged)
    expect(findOpenLabel(working(again.session).work)?.letter).toBe("B")
    again.session.chooseLabel("merged")
    expect(listIds(again.session)).toHaveLength(3)
    await again.session.keepDraft()
    again.session.leave()
    const last = await openWorld(twoLabels, drafts, merged)
    expect(findOpenLabel(working(last.session).work)?.letter).toBe("merged")
    await last.session.finish("accept")
    const [sent] = last.world.sent
    expect(sent?.overlap_label).toBe("merged")
    expect(listAnnotations(sent?.attributes ?? {}, 0)).toHaveLength(3)
    expect(drafts.size).toBe(0)
  })

  const toAnswer = (versions: ReadonlyArray<string>, mergedText: string) =>
    read(
      `{"state": "adjudicating", "agreement": null, "labels": [${versions
        .map((version, index) => `{"letter": "${"AB"[index]}", "version": "${version}", "attributes": {}}`)
        .join()}], "merged": ${mergedText}}`,
    )
  const mergedText = `{"refusal": null, "base": "A", "objects": [], "omitted": [],
    "attributes": {"annotations": [{"id": 1, "t": 1700000000123456789}]}}`

  it("is none of the labels of people, and has another version when one of these has", () => {
    const overlap = parseOverlap(toAnswer(["v1", "v2"], mergedText))
    expect(overlap?.labels.map(({ letter }) => letter)).toEqual(["A", "B"])
    expect(print(overlap?.merged?.label.attributes ?? null)).toContain("1700000000123456789")
    const version = overlap?.merged?.label.version
    expect(["v1", "v2", ""]).not.toContain(version)
    expect(parseOverlap(toAnswer(["v1", "v2"], mergedText))?.merged?.label.version).toBe(version)
    expect(parseOverlap(toAnswer(["v1", "v3"], mergedText))?.merged?.label.version).not.toBe(version)
  })

  it("is missing where the server says why, or shows none", () => {
    const refused = `{"refusal": "large", "attributes": null, "base": null, "objects": [], "omitted": []}`
    expect(parseOverlap(toAnswer(["v1", "v2"], refused))).toMatchObject({
      merged: undefined,
      mergeRefusal: "large",
    })
    expect(parseOverlap(toAnswer(["v1", "v2"], "null"))).toMatchObject({
      merged: undefined,
      mergeRefusal: undefined,
    })
    expect(parseOverlap(read(`{"state": "labeling", "labels": [], "merged": null}`))).toBeUndefined()
  })
})
