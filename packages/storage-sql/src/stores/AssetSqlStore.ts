/** AssetStore in SQL. The right to upload is leased; `upload_taken` is 2 once the asset was given up. */
import { type AssetId, AssetStore, fromMillis, longestLease, toMillis } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"
import { type RawRow, text } from "../rows/columns.ts"
import { assets } from "../rows/files.ts"
import { all, any, cell, chunked, first } from "../rows/results.ts"

const columns = assets.select("a")
const assetId = text<AssetId>("id")

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
      takeUpload: (id, { at, token, until }) =>
        query(
          "AssetStore.takeUpload",
          sql`UPDATE assets SET upload_token = ${token}, upload_lease_until = ${until}
              WHERE id = ${id} AND uploaded_at IS NULL AND upload_taken < 2 AND upload_expires_at > ${at}
                AND (upload_lease_until IS NULL OR upload_lease_until <= ${at}
                  OR upload_lease_until > ${fromMillis(toMillis(at) + longestLease)})
              RETURNING id`,
        ).pipe(Effect.map(any)),
      renewUpload: (id, { token, until }) =>
        query(
          "AssetStore.renewUpload",
          sql`UPDATE assets SET upload_lease_until = ${until}
              WHERE id = ${id} AND uploaded_at IS NULL AND upload_taken < 2 AND upload_token = ${token} RETURNING id`,
        ).pipe(Effect.map(any)),
      returnUpload: (id, token) =>
        query(
          "AssetStore.returnUpload",
          sql`UPDATE assets SET upload_token = NULL, upload_lease_until = NULL
              WHERE id = ${id} AND uploaded_at IS NULL AND upload_token = ${token}`,
        ).pipe(Effect.asVoid),
      setUploaded: (id, token, { contentType, sizeBytes, at }) =>
        query(
          "AssetStore.setUploaded",
          sql`UPDATE assets SET content_type = ${contentType}, size_bytes = ${sizeBytes}, uploaded_at = ${at}
              WHERE id = ${id} AND upload_taken < 2 AND upload_token = ${token} RETURNING id`,
        ).pipe(Effect.map(any)),
      giveUp: (before, limit) =>
        query(
          "AssetStore.giveUp",
          // An upload may finish meanwhile, so that the condition is repeated for each row that is updated.
          sql<RawRow>`UPDATE assets SET upload_taken = 2 WHERE uploaded_at IS NULL AND id IN
            (SELECT id FROM assets WHERE uploaded_at IS NULL AND upload_expires_at < ${before} LIMIT CAST(${limit} AS BIGINT)) RETURNING id`,
        ).pipe(Effect.map(all(cell(assetId)))),
      forget: (ids) =>
        Effect.forEach(
          chunked(ids),
          (some) =>
            query(
              "AssetStore.forget",
              sql`DELETE FROM assets WHERE ${sql.in("id", some)} AND upload_taken = 2`,
            ),
          { discard: true },
        ),
    }),
  ),
)
