/** AuditStore in SQL. */
import { type AuditPage, AuditStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { auditEntries, noDataset } from "../../rows/accounts.ts"
import { all } from "../../rows/results.ts"

const columns = auditEntries.select("a")

export const AuditSqlStore = Layer.effect(
  AuditStore,
  Effect.map(Database, ({ sql, query }) => {
    const newest = ({ before, limit }: AuditPage) =>
      before === null
        ? sql`ORDER BY a.id DESC LIMIT CAST(${limit} AS BIGINT)`
        : sql`AND a.id < ${before} ORDER BY a.id DESC LIMIT CAST(${limit} AS BIGINT)`
    return AuditStore.of({
      append: (entry) =>
        query("AuditStore.append", sql`INSERT INTO audit_log ${sql.insert(auditEntries.encode(entry))}`).pipe(
          Effect.asVoid,
        ),
      ofDataset: (dataset, page) =>
        query(
          "AuditStore.ofDataset",
          sql`SELECT ${sql.literal(columns)} FROM audit_log a WHERE a.dataset_id = ${dataset} ${newest(page)}`,
        ).pipe(Effect.map(all(auditEntries.decode))),
      ofAccount: (account, page) =>
        query(
          "AuditStore.ofAccount",
          sql`SELECT ${sql.literal(columns)} FROM audit_log a WHERE a.account = ${account} ${newest(page)}`,
        ).pipe(Effect.map(all(auditEntries.decode))),
      ofAccounts: (page) =>
        query(
          "AuditStore.ofAccounts",
          sql`SELECT ${sql.literal(columns)} FROM audit_log a WHERE a.dataset_id = ${noDataset} ${newest(page)}`,
        ).pipe(Effect.map(all(auditEntries.decode))),
      forget: (before, limit) =>
        query(
          "AuditStore.forget",
          sql`DELETE FROM audit_log WHERE (dataset_id, id) IN (SELECT dataset_id, id FROM audit_log
              WHERE at < ${before} ORDER BY at LIMIT CAST(${limit} AS BIGINT)) RETURNING 1 AS n`,
        ).pipe(Effect.map((rows) => rows.length)),
      ofAccountAlone: (account, page) =>
        query(
          "AuditStore.ofAccountAlone",
          sql`SELECT ${sql.literal(columns)} FROM audit_log a
              WHERE a.account = ${account} AND a.dataset_id = ${noDataset} ${newest(page)}`,
        ).pipe(Effect.map(all(auditEntries.decode))),
    })
  }),
)
