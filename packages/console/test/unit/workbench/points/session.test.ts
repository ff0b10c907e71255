import { afterEach, describe, expect, it } from "vitest"
import { parse, print } from "../../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../../src/workbench/editor/json/value.ts"
import type { Draft } from "../../../../src/workbench/session/drafts/Draft.ts"
import { makeDraftFile } from "../../../../src/workbench/session/drafts/draftLabel.ts"
import { loadPoints } from "../../../../src/workbench/session/openEditor.ts"
import type { Working } from "../../../../src/workbench/session/phases.ts"
import { QueueSession } from "../../../../src/workbench/session/QueueSession.ts"
import { makeWorkTimesStore } from "../../../../src/workbench/session/WorkTimesStore.ts"
import { readWork, type WorkDone } from "../../../../src/workbench/session/work.ts"
import { makeDraftStore, makeTexts } from "../sessionBed.ts"

const read = (text: string): JsonObject => {
  const value = parse(text)
  if (!isObject(value)) throw new Error("not an object")
  return value
}

const stored = '{"annotations": [{"id": 3, "category_id": 1}], "point_annotations": [0, 3,  3, 0]}'

const sessions: Array<QueueSession> = []

afterEach(() => {
  for (const session of sessions.splice(0)) session.leave()
})

/** A session on a sample whose label has four points, and what it stores and sends. */
const makeWorld = async (drafts = new Map<string, Draft>(), version = "v1") => {
  const sent: Array<WorkDone> = []
  const session = new QueueSession(
    {
      user: "jane",
      dataset: { task_type: "pointcloud-segmentation", task_attributes: { categories: [{ id: 1 }] } },
      family: { sequence: false, bitmap: false, cloud: true, points: true },
      queue: "labeling",
    },
    {
      claim: async () =>
        readWork(
          read(`{"claim_id": "c", "step": 4, "expires_at": "2026-11-20T13:25:01.123456Z",
            "sample": {"uuid": "s", "name": "s", "attributes": {"pcd": {"url": "/a.pcd", "type": "pcd"}}},
            "label": {"label_status": "PRELABELED", "version": "${version}", "attributes": ${stored}}}`),
        ),
      renew: async () => Date.now() + 900_000,
      undo: async () => undefined,
      claimAgain: async () => "taken",
      findLoss: async () => "expired",
      readDataset: async () => ({}),
      finish: async (_, __, done) => {
        sent.push(done)
        return { label: { version: "v2", label_status: "LABELED" }, isUndoable: true }
      },
      openMasks: () => {
        throw new Error("There is no bitmap.")
      },
      loadPoints,
      storeBitmap: async () => "",
      drafts: makeDraftStore(drafts),
      workTimes: makeWorkTimesStore(makeTexts),
      now: () => Date.now(),
    },
  )
  sessions.push(session)
  await session.openNext()
  return { drafts, sent, session }
}

const working = (session: QueueSession): Working => {
  const phase = session.state
  if (phase.kind !== "working") throw new Error(phase.kind)
  return phase
}

/** Gives points a new object. */
const paint = (session: QueueSession, places: ReadonlyArray<number>): void => {
  const { editor, points } = working(session)
  editor.select(new Set())
  points?.setPoints(0, 4)
  points?.begin(false)
  points?.paint(Uint32Array.from(places))
  points?.end()
}

const idsOf = (attributes: JsonObject | undefined) => attributes?.point_annotations

describe("a session on points", () => {
  it("sends the ids as a list once they were painted, and no attributes before", async () => {
    const { sent, session } = await makeWorld()
    await session.finish("save")
    expect(sent.at(-1)?.attributes).toBeUndefined()
    paint(session, [0, 1])
    await session.finish("save")
    expect(idsOf(sent.at(-1)?.attributes)).toEqual([4, 4, 3, 0])
    await session.finish("save")
    expect(sent.at(-1)?.attributes).toBeUndefined()
    paint(session, [3])
    await session.finish("submit")
    expect(idsOf(sent.at(-1)?.attributes)).toEqual([4, 4, 3, 5])
  })

  it("has the ids in the draft, and continues with them when the sample is opened again", async () => {
    const { drafts, session } = await makeWorld()
    paint(session, [0])
    await session.keepDraft()
    session.leave()
    const again = await makeWorld(drafts)
    expect(working(again.session).draft).toBe("restored")
    paint(again.session, [3])
    await again.session.finish("submit")
    expect(idsOf(again.sent.at(-1)?.attributes)).toEqual([4, 3, 3, 5])
    expect(drafts.size).toBe(0)
  })

  it("gives the draft of an older version as a file with its ids, and continues with either", async () => {
    const { drafts, session } = await makeWorld()
    paint(session, [0])
    await session.keepDraft()
    session.leave()
    const again = await makeWorld(drafts, "v7")
    const { conflict } = working(again.session)
    if (conflict === undefined) throw new Error("There is no conflict.")
    expect(idsOf(read(await makeDraftFile(conflict)))).toEqual([4, 3, 3, 0])
    again.session.resolve("mine")
    expect(idsOf(read(again.session.getText() ?? ""))).toEqual([4, 3, 3, 0])
    const third = await makeWorld(drafts, "v7")
    third.session.resolve("theirs")
    expect(third.session.getText()).toBe(stored)
    expect(print(read(stored))).toBe(stored)
  })
})
