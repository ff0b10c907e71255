/** Audits of releases. */
import {
  type AuditDraw,
  type AuditView,
  type AuditWork,
  type FieldsOf,
  ReleaseAudits,
  toRaw,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { ReleaseAuditsApi } from "../api/groups/releaseAudits.ts"
import type { AuditDrawRecord, AuditWorkRecord, ReleaseAuditRecord } from "../api/records/releaseAudit.ts"
import { makeNextPageLink, replyJson } from "./answers.ts"
import { markUrls } from "./bucketUrls.ts"
import { group, toDatasetRef } from "./group.ts"

export const releaseAudits = Effect.gen(function* () {
  const service = yield* ReleaseAudits
  const replyAudit = (view: AuditView) => replyJson(toAuditJson(view))
  return group<typeof ReleaseAuditsApi>({
    list: ({ path }) =>
      Effect.map(service.list(toDatasetRef(path), path.release), (audits) =>
        replyJson(audits.map(toAuditJson)),
      ),
    create: ({ path, payload }) =>
      Effect.map(service.create(toDatasetRef(path), path.release, payload), (view) =>
        replyJson(toAuditJson(view), { status: 202 }),
      ),
    get: ({ path, urlParams }) =>
      Effect.map(service.get(toDatasetRef(path), path.release, path.audit, urlParams), replyAudit),
    claim: ({ path }) =>
      Effect.map(service.claim(toDatasetRef(path), path.release, path.audit), (work) =>
        replyJson(work === null ? [] : [toAuditWorkJson(work)]),
      ),
    listDraws: ({ path, url, urlParams: { after, per_page: limit } }) =>
      Effect.map(
        service.listDraws(toDatasetRef(path), path.release, path.audit, { after, limit }),
        (draws) => {
          const last = draws.length < limit ? undefined : draws.at(-1)
          return replyJson(draws.map(toDrawJson), {
            headers: makeNextPageLink(url, "after", last === undefined ? undefined : String(last.number)),
          })
        },
      ),
    submit: ({ path, payload }) =>
      Effect.map(
        service.submit(toDatasetRef(path), path.release, path.audit, path.number, payload),
        replyAudit,
      ),
    closeDraw: ({ path, payload }) =>
      Effect.map(
        service.closeDraw(toDatasetRef(path), path.release, path.audit, path.number, payload),
        replyAudit,
      ),
    undo: ({ path }) =>
      Effect.map(service.undo(toDatasetRef(path), path.release, path.audit, path.number), replyAudit),
    returnStratum: ({ path, payload }) =>
      Effect.map(
        service.returnStratum(toDatasetRef(path), path.release, path.audit, payload),
        ({ changed, returned, waiting }) => replyJson({ returned, waiting, changed }),
      ),
    finish: ({ path }) =>
      Effect.map(service.finish(toDatasetRef(path), path.release, path.audit), replyAudit),
  })
})

/** As every response about an audit, and the command line, have it. */
export const toAuditJson = ({
  createdAt,
  createdBy,
  curve,
  finishedAt,
  id,
  notChecked,
  strata,
  taskAttributes,
  ...audit
}: AuditView): FieldsOf<typeof ReleaseAuditRecord> => ({
  uuid: id,
  ...audit,
  created_at: createdAt,
  created_by: createdBy,
  finished_at: finishedAt,
  not_checked: notChecked,
  strata:
    strata === null
      ? null
      : strata.map(({ notChecked: unchecked, ...stratum }) => ({ ...stratum, not_checked: unchecked })),
  curve:
    curve === null
      ? null
      : curve.map(({ notChecked: unchecked, ...point }) => ({ ...point, not_checked: unchecked })),
  task_attributes: toRaw(taskAttributes),
})

/** As the response to a claim, and the command line, have it. */
export const toAuditWorkJson = (work: AuditWork): FieldsOf<typeof AuditWorkRecord> => ({
  number: work.number,
  claim_id: work.claimId,
  expires_at: work.expiresAt,
  sample_uuid: work.sampleId,
  sample_name: work.sampleName,
  object: work.object,
  attributes: markUrls(toRaw(work.attributes), work.owner),
  label_attributes: toRaw(work.labelAttributes),
})

const toDrawJson = (draw: AuditDraw): FieldsOf<typeof AuditDrawRecord> => ({
  number: draw.number,
  sample_uuid: draw.sampleId,
  object: draw.object,
  holder: draw.holder,
  expires_at: draw.expiresAt,
  errors:
    draw.outcome === null || draw.notChecked !== null ? null : draw.outcome.map((error) => ({ ...error })),
  not_checked: draw.notChecked,
  audited_at: draw.auditedAt,
})
