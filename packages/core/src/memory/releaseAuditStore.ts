/** ReleaseAuditStore in memory. */
import { HashMap, Option } from "effect"
import type { ReleaseAuditId, ReleaseId } from "../domain/Ids.ts"
import type { AuditDraw } from "../domain/ReleaseAudit.ts"
import {
  type ClaimableDrawQuery,
  type LabelAuthor,
  type LabelAuthorsQuery,
  type NewReleaseAudit,
  ReleaseAuditStore,
} from "../releases/ReleaseAuditStore.ts"
import type { Database } from "./Database.ts"
import { type DatasetRows, findDatasetRows, updateDataset } from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const makeReleaseAuditStore = (db: Database): typeof ReleaseAuditStore.Service => {
  const find: typeof ReleaseAuditStore.Service.find = (dataset, id) =>
    db.read((state) => {
      const rows = findDatasetRows(state, dataset)
      return Option.map(findRow(rows, id), ({ audit }) => audit)
    })
  return ReleaseAuditStore.of({
    insert: (row) =>
      db.write((state) =>
        updateDataset(state, row.audit.datasetId, false, (rows) =>
          HashMap.has(rows.releases, row.audit.releaseId)
            ? [true, { ...rows, audits: HashMap.set(rows.audits, row.audit.id, row) }]
            : [false, rows],
        ),
      ),
    fill: (row) =>
      db.write((state) =>
        updateDataset(state, row.audit.datasetId, false, (rows) =>
          HashMap.has(rows.audits, row.audit.id)
            ? [true, { ...rows, audits: HashMap.set(rows.audits, row.audit.id, row) }]
            : [false, rows],
        ),
      ),
    find,
    // Transactions run one after the other.
    findForUpdate: find,
    list: (dataset, release) =>
      db.read((state) =>
        listAudits(findDatasetRows(state, dataset))
          .map(({ audit }) => audit)
          .filter(({ releaseId }) => releaseId === release),
      ),
    remove: ({ datasetId, id }) =>
      db.write((state) =>
        updateDataset(state, datasetId, undefined, (rows) => [
          undefined,
          { ...rows, audits: HashMap.remove(rows.audits, id) },
        ]),
      ),
    update: (audit) =>
      db.write((state) =>
        updateDataset(state, audit.datasetId, undefined, (rows) => [
          undefined,
          { ...rows, audits: HashMap.modify(rows.audits, audit.id, (row) => ({ ...row, audit })) },
        ]),
      ),
    listStrata: ({ datasetId, id }) =>
      db.read((state) =>
        Option.match(findRow(findDatasetRows(state, datasetId), id), {
          onNone: () => [],
          onSome: ({ strata }) => strata,
        }),
      ),
    listDraws: ({ datasetId, id }, { after, limit }) =>
      db.read((state) =>
        Option.match(findRow(findDatasetRows(state, datasetId), id), {
          onNone: () => [],
          onSome: ({ draws }) => draws.filter(({ number }) => number > after).slice(0, limit),
        }),
      ),
    findClaimableDraw: ({ datasetId, id }, query) =>
      db.read((state) =>
        Option.flatMapNullable(findRow(findDatasetRows(state, datasetId), id), (row) =>
          findClaimable(row, query),
        ),
      ),
    listLabelAuthors: (query) =>
      db.read((state) => listAuthors(findDatasetRows(state, query.datasetId), query)),
    exclude: (exclusion) =>
      db.write((state) =>
        updateDataset(state, exclusion.datasetId, undefined, (rows) => [
          undefined,
          {
            ...rows,
            audits: HashMap.modify(rows.audits, exclusion.auditId, (row) => ({
              ...row,
              exclusions: [
                ...row.exclusions.filter(
                  ({ number, user }) => number !== exclusion.number || user !== exclusion.user,
                ),
                exclusion,
              ],
            })),
          },
        ]),
      ),
    updateDraw: (draw) =>
      db.write((state) =>
        updateDataset(state, draw.datasetId, undefined, (rows) => [
          undefined,
          {
            ...rows,
            audits: HashMap.modify(rows.audits, draw.auditId, (row) => ({
              ...row,
              draws: row.draws.map((before) => (before.number === draw.number ? draw : before)),
            })),
          },
        ]),
      ),
  })
}

const findRow = (rows: DatasetRows | undefined, id: ReleaseAuditId): Option.Option<NewReleaseAudit> =>
  rows === undefined ? Option.none() : HashMap.get(rows.audits, id)

const findClaimable = (
  { draws, exclusions }: NewReleaseAudit,
  { after, at, user }: ClaimableDrawQuery,
): AuditDraw | undefined => {
  const excluded = new Set(exclusions.flatMap((one) => (one.user === user ? [one.number] : [])))
  const isLeased = ({ expiresAt }: AuditDraw) => expiresAt !== null && expiresAt > at
  const open = draws.filter(({ number, outcome }) => number > after && outcome === null)
  return (
    open.find((draw) => draw.holder === user && isLeased(draw)) ??
    open.find((draw) => !isLeased(draw) && !excluded.has(draw.number))
  )
}

const listAuthors = (
  rows: DatasetRows | undefined,
  { labelsetId, samples }: LabelAuthorsQuery,
): ReadonlyArray<LabelAuthor> => {
  if (rows === undefined) return []
  const histories = labelsetId === null ? Option.none() : HashMap.get(rows.histories, labelsetId)
  return samples.flatMap((sampleId) => {
    const versions = Option.flatMap(histories, (all) => HashMap.get(all, sampleId))
    const labels = HashMap.get(rows.overlapLabels, sampleId)
    const users = new Set([
      ...Option.getOrElse(versions, () => []).flatMap(({ action, by }) => (action === "migrate" ? [] : [by])),
      ...Option.getOrElse(labels, () => []).map(({ labeler }) => labeler),
    ])
    return [...users].map((user) => ({ sampleId, user }))
  })
}

const listAudits = (rows: DatasetRows | undefined): ReadonlyArray<NewReleaseAudit> =>
  rows === undefined
    ? []
    : [...HashMap.values(rows.audits)].sort((a, b) => compareAscii(a.audit.id, b.audit.id))

/** The audits without those of a release. */
export const removeAudits = (rows: DatasetRows, release: ReleaseId): DatasetRows["audits"] =>
  HashMap.filter(rows.audits, ({ audit }) => audit.releaseId !== release)
