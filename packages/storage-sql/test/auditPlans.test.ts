/** The number of the plan of an audit of objects, which servers before schema 62 do not see. */
import type { ReleaseAudit } from "@annotary/core/effect"
import { assert, describe, it } from "vitest"
import { releaseAudits } from "../src/rows/releaseAudits.ts"

const makeAudit = (unit: ReleaseAudit["unit"]) =>
  ({
    ...{ id: "a", datasetId: "b", releaseId: "c", labelset: "ground-truth", unit, plan: 3, state: "open" },
    ...{ failure: null, level: 0.95, goal: null, metric: null, tolerance: null, nonce: "00".repeat(32) },
    ...{ population: 4, draws: 4, audited: 0, errors: 0, notChecked: 0, revised: 0 },
    ...{ createdAt: "2026-11-20T13:25:01.123456Z", createdBy: "ann", finishedAt: null },
  }) as ReleaseAudit

describe("the row of an audit", () => {
  it("of objects has no number of a plan in the column that older servers read: to them, nothing is drawn", () => {
    const audit = makeAudit("objects")
    const row = releaseAudits.encode(audit)
    assert.include(row, { plan: null, object_plan: 3, unit: "objects" })
    assert.deepStrictEqual(releaseAudits.decode(row), audit)
  })

  it("of samples has it there", () => {
    const audit = makeAudit("samples")
    const row = releaseAudits.encode(audit)
    assert.include(row, { plan: 3, object_plan: null, unit: "samples" })
    assert.deepStrictEqual(releaseAudits.decode(row), audit)
  })
})
