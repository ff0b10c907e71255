/** Audits for tests of storages. */
import {
  type AuditDraw,
  type AuditExclusion,
  type AuditStratum,
  generateId,
  generateIds,
  groundTruth,
  LabelsetName,
  type NewReleaseAudit,
  type Release,
  type ReleaseAudit,
  ReleaseAuditId,
  SampleId,
} from "@annotary/core/effect"
import { Effect } from "effect"
import { instant, oddText } from "./fixtures.ts"

/** An audit with two strata and so many draws, all of which are open. */
export const makeNewAudit = (
  release: Release,
  count: number,
  unit: ReleaseAudit["unit"] = "samples",
): Effect.Effect<NewReleaseAudit> =>
  Effect.gen(function* () {
    const { createdBy, datasetId } = release
    const id = yield* generateId(ReleaseAuditId)
    const samples = yield* generateIds(SampleId, count)
    const audit: ReleaseAudit = {
      id,
      datasetId,
      releaseId: release.id,
      labelset: LabelsetName.make(groundTruth),
      unit,
      plan: null,
      state: "open",
      failure: null,
      level: 0.95,
      goal: 0.02,
      metric: "iou",
      tolerance: 0.7,
      nonce: "0f".repeat(32),
      population: 2 ** 40,
      draws: count,
      audited: 0,
      errors: 0,
      notChecked: 0,
      revised: 0,
      createdAt: instant,
      createdBy,
      finishedAt: null,
    }
    const strata: ReadonlyArray<AuditStratum> = [
      { datasetId, auditId: id, number: 0, kind: "category", name: oddText, user: null, population: 2 ** 40 },
      { datasetId, auditId: id, number: 1, kind: "labeler", name: "", user: createdBy, population: 3 },
    ]
    const draws = samples.map(
      (sampleId, index): AuditDraw => ({
        datasetId,
        auditId: id,
        number: index + 1,
        sampleId,
        object: unit === "samples" ? null : makeObject(index),
        lineOffset: 2 ** 40 + index,
        lineLength: 100,
        strata: index % 2 === 0 ? [0] : [0, 1],
        claimId: null,
        holder: null,
        expiresAt: null,
        outcome: null,
        notChecked: null,
        auditedAt: null,
      }),
    )
    const exclusions: ReadonlyArray<AuditExclusion> = [{ datasetId, auditId: id, number: 1, user: createdBy }]
    return { audit, strata, draws, exclusions }
  })

const makeObject = (index: number): NonNullable<AuditDraw["object"]> => ({
  key: `${index}/${oddText}`,
  pointer: `/sensors/0/attributes/frames/0/annotations/${index}`,
  sensor: `\u0000 ${oddText}`,
  frame: index % 2 === 0 ? null : index,
  track: index % 2 === 0 ? null : "9007199254740993",
  annotation: index % 3 === 0 ? null : `${index}`,
  category: index % 3 === 0 ? null : oddText,
})
