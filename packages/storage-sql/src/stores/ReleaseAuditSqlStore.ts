/** ReleaseAuditStore in SQL. */
import {
  type DatasetId,
  type NewReleaseAudit,
  type ReleaseAudit,
  type ReleaseAuditId,
  ReleaseAuditStore,
  type SampleId,
  type Username,
} from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"
import { type RawRow, text } from "../rows/columns.ts"
import { auditDraws, auditExclusions, auditStrata, releaseAudits } from "../rows/releaseAudits.ts"
import { decodeAll, decodeFirst, hasRows, splitIntoChunks } from "../rows/results.ts"
import { lockDataset } from "./datasets/locks.ts"

const sampleIds = text<SampleId>("sample_id")
const usernames = text<Username>("actor")

export const ReleaseAuditSqlStore = Layer.effect(
  ReleaseAuditStore,
  Effect.map(Database, (database) => {
    const { atomic, dialect, insertRows, query, sql } = database
    const columns = sql.literal(releaseAudits.select("a"))
    const isLive = (dataset: DatasetId) =>
      sql`EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${dataset} AND d.deleted_at IS NULL)`
    const selectAudit = (dataset: DatasetId, id: ReleaseAuditId, lock: string) =>
      sql<RawRow>`SELECT ${columns} FROM release_audits a
        WHERE a.dataset_id = ${dataset} AND a.id = ${id} AND ${isLive(dataset)} ${sql.literal(lock)}`
    const update = (audit: ReleaseAudit) => {
      const { dataset_id, id, ...set } = releaseAudits.encode(audit)
      return Effect.asVoid(
        query(
          "ReleaseAuditStore.update",
          sql`UPDATE release_audits SET ${sql.update(set)} WHERE dataset_id = ${audit.datasetId} AND id = ${audit.id}`,
        ),
      )
    }
    const insertParts = Effect.fnUntraced(function* ({
      draws,
      exclusions,
      strata,
    }: Omit<NewReleaseAudit, "audit">) {
      for (const rows of splitIntoChunks(strata.map((stratum) => auditStrata.encode(stratum))))
        yield* insertRows({ table: "audit_strata", rows })
      for (const rows of splitIntoChunks(draws.map((draw) => auditDraws.encode(draw))))
        yield* insertRows({ table: "audit_draws", rows })
      for (const rows of splitIntoChunks(exclusions.map((exclusion) => auditExclusions.encode(exclusion))))
        yield* insertRows({ table: "audit_exclusions", rows })
    })
    return ReleaseAuditStore.of({
      insert: ({ audit, draws, exclusions, strata }) =>
        atomic(
          "ReleaseAuditStore.insert",
          Effect.gen(function* () {
            yield* lockDataset(database, audit.datasetId)
            // Locked, so that no deletion of the release leaves these rows behind.
            const releases = yield* sql`SELECT r.id FROM releases r
              WHERE r.dataset_id = ${audit.datasetId} AND r.id = ${audit.releaseId} ${sql.literal(dialect.forUpdateOf("r"))}`
            if (!hasRows(releases)) return false
            yield* insertRows({ table: "release_audits", rows: [releaseAudits.encode(audit)] })
            yield* insertParts({ draws, exclusions, strata })
            return true
          }),
        ),
      fill: ({ audit, ...parts }) =>
        atomic(
          "ReleaseAuditStore.fill",
          Effect.gen(function* () {
            const rows = yield* selectAudit(audit.datasetId, audit.id, dialect.forUpdateOf("a"))
            if (!hasRows(rows)) return false
            yield* update(audit)
            yield* insertParts(parts)
            return true
          }),
        ),
      find: (dataset, id) =>
        query("ReleaseAuditStore.find", selectAudit(dataset, id, "")).pipe(
          Effect.map(decodeFirst(releaseAudits.decode)),
        ),
      findForUpdate: (dataset, id) =>
        query("ReleaseAuditStore.findForUpdate", selectAudit(dataset, id, dialect.forUpdateOf("a"))).pipe(
          Effect.map(decodeFirst(releaseAudits.decode)),
        ),
      list: (dataset, release) =>
        query(
          "ReleaseAuditStore.list",
          sql<RawRow>`SELECT ${columns} FROM release_audits a
            WHERE a.dataset_id = ${dataset} AND a.release_id = ${release} AND ${isLive(dataset)} ORDER BY a.id`,
        ).pipe(Effect.map(decodeAll(releaseAudits.decode))),
      remove: ({ datasetId, id }) =>
        atomic(
          "ReleaseAuditStore.remove",
          Effect.gen(function* () {
            const rows = yield* selectAudit(datasetId, id, dialect.forUpdateOf("a"))
            if (!hasRows(rows)) return
            for (const table of ["audit_draws", "audit_exclusions", "audit_strata"])
              yield* sql`DELETE FROM ${sql(table)} WHERE dataset_id = ${datasetId} AND audit_id = ${id}`
            yield* sql`DELETE FROM release_audits WHERE dataset_id = ${datasetId} AND id = ${id}`
          }),
        ),
      update,
      listStrata: ({ datasetId, id }) =>
        query(
          "ReleaseAuditStore.listStrata",
          sql<RawRow>`SELECT ${sql.literal(auditStrata.select("s"))} FROM audit_strata s
            WHERE s.dataset_id = ${datasetId} AND s.audit_id = ${id} AND ${isLive(datasetId)} ORDER BY s.number`,
        ).pipe(Effect.map(decodeAll(auditStrata.decode))),
      listDraws: ({ datasetId, id }, { after, limit }) =>
        query(
          "ReleaseAuditStore.listDraws",
          sql<RawRow>`SELECT ${sql.literal(auditDraws.select("w"))} FROM audit_draws w
            WHERE w.dataset_id = ${datasetId} AND w.audit_id = ${id} AND w.number > ${after} AND ${isLive(datasetId)}
            ORDER BY w.number LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(auditDraws.decode))),
      findClaimableDraw: ({ datasetId, id }, { after, at, user }) =>
        Effect.gen(function* () {
          const select = sql.literal(`SELECT ${auditDraws.select("w")} FROM audit_draws w`)
          const isOpen = sql`w.dataset_id = ${datasetId} AND w.audit_id = ${id} AND w.outcome IS NULL AND ${isLive(datasetId)}`
          const own = yield* query(
            "ReleaseAuditStore.findOwnDraw",
            sql<RawRow>`${select} WHERE ${isOpen} AND w.number > ${after} AND w.holder = ${user} AND w.expires_at > ${at}
              ORDER BY w.number LIMIT 1`,
          )
          if (hasRows(own)) return decodeFirst(auditDraws.decode)(own)
          return yield* query(
            "ReleaseAuditStore.findClaimableDraw",
            sql<RawRow>`${select} WHERE ${isOpen} AND w.number > ${after} AND (w.expires_at IS NULL OR w.expires_at <= ${at})
              AND NOT EXISTS (SELECT 1 FROM audit_exclusions x WHERE x.dataset_id = w.dataset_id
                AND x.audit_id = w.audit_id AND x.number = w.number AND x.username = ${user})
              ORDER BY w.number LIMIT 1`,
          ).pipe(Effect.map(decodeFirst(auditDraws.decode)))
        }),
      listLabelAuthors: ({ datasetId, labelsetId, samples }) =>
        samples.length === 0
          ? Effect.succeed([])
          : query(
              "ReleaseAuditStore.listLabelAuthors",
              sql<RawRow>`SELECT v.sample_id AS "sample_id", v.actor AS "actor" FROM label_versions v
                WHERE v.dataset_id = ${datasetId} AND v.labelset_id = ${labelsetId} AND ${dialect.among(sql, "v.sample_id", samples)}
                  AND v.action <> 'migrate' AND ${isLive(datasetId)}
                UNION SELECT l.sample_id, l.labeler FROM overlap_labels l
                WHERE l.dataset_id = ${datasetId} AND ${dialect.among(sql, "l.sample_id", samples)} AND ${isLive(datasetId)}`,
            ).pipe(
              Effect.map((rows) =>
                rows.map((row) => ({
                  sampleId: sampleIds.read(row.sample_id),
                  user: usernames.read(row.actor),
                })),
              ),
            ),
      exclude: (exclusion) =>
        Effect.asVoid(
          query(
            "ReleaseAuditStore.exclude",
            sql`INSERT INTO audit_exclusions ${sql.insert(auditExclusions.encode(exclusion))} ON CONFLICT DO NOTHING`,
          ),
        ),
      updateDraw: (draw) => {
        const { audited_at, claim_id, expires_at, holder, not_checked, outcome } = auditDraws.encode(draw)
        return Effect.asVoid(
          query(
            "ReleaseAuditStore.updateDraw",
            sql`UPDATE audit_draws SET ${sql.update({ audited_at, claim_id, expires_at, holder, not_checked, outcome })}
              WHERE dataset_id = ${draw.datasetId} AND audit_id = ${draw.auditId} AND number = ${draw.number}`,
          ),
        )
      },
    })
  }),
)
