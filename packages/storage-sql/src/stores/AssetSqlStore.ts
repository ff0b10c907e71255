/** Asset records in SQL. The right to upload is a flag that one caller sets. */
import { type AssetId, AssetStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import type { RawRow } from "../columns.ts"
import { Database } from "../Database.ts"
import { assets } from "../rows/files.ts"
import { any, first } from "../rows/results.ts"

const columns = assets.select("a")

export const AssetSqlStore = Layer.effect(
  AssetStore,
  Effect.map(Database, ({ sql, query }) =>
    AssetStore.of({
      insert: (asset) =>
        query(
          "AssetStore.insert",
          sql`INSERT INTO assets ${sql.insert({ ...assets.encode(asset), upload_taken: asset.uploadedAt === null ? 0 : 1 })}`,
        ).pipe(Effect.asVoid),
      byId: (id) =>
        query(
          "AssetStore.byId",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM assets a WHERE a.id = ${id}`,
        ).pipe(Effect.map(first(assets.decode))),
      takeUpload: (id, at) =>
        query(
          "AssetStore.takeUpload",
          sql`UPDATE assets SET upload_taken = 1 WHERE id = ${id} AND upload_taken = 0 AND upload_expires_at > ${at}
              RETURNING id`,
        ).pipe(Effect.map(any)),
      returnUpload: (id) =>
        query(
          "AssetStore.returnUpload",
          sql`UPDATE assets SET upload_taken = 0 WHERE id = ${id} AND uploaded_at IS NULL`,
        ).pipe(Effect.asVoid),
      setUploaded: (id, { contentType, sizeBytes, at }) =>
        query(
          "AssetStore.setUploaded",
          sql`UPDATE assets SET content_type = ${contentType}, size_bytes = ${sizeBytes}, uploaded_at = ${at}, upload_taken = 1
              WHERE id = ${id}`,
        ).pipe(Effect.asVoid),
      removeAbandoned: (before, limit) =>
        query(
          "AssetStore.removeAbandoned",
          // An upload may come to its end meanwhile: what is asked first is asked of each row again.
          sql<{ readonly id: AssetId }>`DELETE FROM assets WHERE uploaded_at IS NULL AND id IN
            (SELECT id FROM assets WHERE uploaded_at IS NULL AND upload_expires_at < ${before} LIMIT ${limit}) RETURNING id`,
        ).pipe(Effect.map((rows) => rows.map((row) => row.id))),
    }),
  ),
)
