import { describe, expect, it } from "vitest"
import { getLabel } from "../../../src/workbench/editor/EditorState.ts"
import { parse } from "../../../src/workbench/editor/json/parse.ts"
import { isObject } from "../../../src/workbench/editor/json/value.ts"
import { countFrames } from "../../../src/workbench/editor/label/frames.ts"
import { QueueSession } from "../../../src/workbench/session/QueueSession.ts"
import { makeWorkTimesStore } from "../../../src/workbench/session/WorkTimesStore.ts"
import { readWork, type WorkDone } from "../../../src/workbench/session/work.ts"
import { makeDraftStore, makeTexts } from "./sessionBed.ts"

const claim = parse(`{"claim_id": "c", "step": 1, "expires_at": "2026-11-20T13:25:01.123456Z",
  "sample": {"uuid": "s", "name": "drive", "attributes": {"frames": [{}, {}, {}]}},
  "label": {"label_status": "PRELABELED", "version": "v1", "attributes": {"frames": [{"annotations": [ ]}]}}}`)

describe("a label with fewer frames than its sample", () => {
  it("shows all frames, and stays as it is stored when it is saved without an edit", async () => {
    const sent: Array<WorkDone> = []
    const session = new QueueSession(
      {
        user: "jane",
        dataset: { task_type: "pointcloud-cuboid-sequence", task_attributes: {} },
        family: { sequence: true, bitmap: false, cloud: true },
        queue: "labeling",
      },
      {
        claim: async () => (isObject(claim) ? readWork(claim) : undefined),
        renew: async () => Date.now() + 1000,
        undo: async () => undefined,
        claimAgain: async () => "taken",
        findLoss: async () => "expired",
        readDataset: async () => ({}),
        finish: async (_claim, _action, done) => {
          sent.push(done)
          return { label: { version: "v2", label_status: "PRELABELED" }, isUndoable: true }
        },
        openMasks: () => {
          throw new Error("There is no bitmap.")
        },
        loadPoints: () => {
          throw new Error("There are no points.")
        },
        storeBitmap: async () => "",
        drafts: makeDraftStore(new Map()),
        workTimes: makeWorkTimesStore(makeTexts),
        now: () => Date.now(),
      },
    )
    await session.openNext()
    const phase = session.state
    if (phase.kind !== "working") throw new Error(phase.kind)
    expect(countFrames(getLabel(phase.editor.state))).toBe(3)
    await session.finish("save")
    expect(sent.map(({ attributes }) => attributes)).toEqual([undefined])
    session.leave()
  })
})
