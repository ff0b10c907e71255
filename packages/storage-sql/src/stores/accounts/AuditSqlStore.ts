/** AuditStore in SQL. */
import { type AuditPage, AuditStore, nameKey } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { auditEntries, noDataset } from "../../rows/accounts.ts"
import { decodeAll } from "../../rows/results.ts"
import { escapeLike } from "../escapeLike.ts"

const columns = auditEntries.select("a")

export const AuditSqlStore = Layer.effect(
  AuditStore,
  Effect.map(Database, ({ sql, query }) => {
    const selectNewest = ({ account, action, before, by, limit, since, until }: AuditPage) => {
      const conditions = [
        ...(before === null ? [] : [sql`a.id < ${before}`]),
        ...(action === undefined
          ? []
          : [sql`(a.action = ${action} OR a.action LIKE ${`${escapeLike(action)}.%`} ESCAPE '!')`]),
        ...(by === undefined ? [] : [sql`LOWER(a.actor) = ${nameKey(by)}`]),
        ...(account === undefined ? [] : [sql`LOWER(a.account) = ${nameKey(account)}`]),
        ...(since === undefined ? [] : [sql`a.at >= ${since}`]),
        ...(until === undefined ? [] : [sql`a.at < ${until}`]),
      ]
      return sql`${conditions.length === 0 ? sql.literal("") : sql`AND ${sql.and(conditions)}`}
        ORDER BY a.id DESC LIMIT CAST(${limit} AS BIGINT)`
    }
    return AuditStore.of({
      append: (entry) =>
        query("AuditStore.append", sql`INSERT INTO audit_log ${sql.insert(auditEntries.encode(entry))}`).pipe(
          Effect.asVoid,
        ),
      ofDataset: (dataset, page) =>
        query(
          "AuditStore.ofDataset",
          sql`SELECT ${sql.literal(columns)} FROM audit_log a WHERE a.dataset_id = ${dataset} ${selectNewest(page)}`,
        ).pipe(Effect.map(decodeAll(auditEntries.decode))),
      ofAccount: (account, page) =>
        query(
          "AuditStore.ofAccount",
          sql`SELECT ${sql.literal(columns)} FROM audit_log a WHERE a.account = ${account} ${selectNewest(page)}`,
        ).pipe(Effect.map(decodeAll(auditEntries.decode))),
      ofAccounts: (page) =>
        query(
          "AuditStore.ofAccounts",
          sql`SELECT ${sql.literal(columns)} FROM audit_log a WHERE a.dataset_id = ${noDataset} ${selectNewest(page)}`,
        ).pipe(Effect.map(decodeAll(auditEntries.decode))),
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
              WHERE a.account = ${account} AND a.dataset_id = ${noDataset} ${selectNewest(page)}`,
        ).pipe(Effect.map(decodeAll(auditEntries.decode))),
    })
  }),
)
