/** AssetStore in SQL. The right to upload is leased; `upload_taken` is 2 once the asset was given up. */
import {
  type AssetId,
  type AssetScan,
  AssetStore,
  type DiscardedAsset,
  fromMillis,
  longestLease,
  type Timestamp,
  toMillis,
} from "@annotary/core/effect"
import { Effect, Layer, Option } from "effect"
import { Database } from "../database/Database.ts"
import { nullable, number, type RawRow, table, text } from "../rows/columns.ts"
import { assets } from "../rows/files.ts"
import { decodeAll, decodeColumn, decodeFirst, hasRows, splitIntoChunks } from "../rows/results.ts"

const columns = assets.select("a")
const assetId = text<AssetId>("id")
const markedAt = text<Timestamp>("unreferenced_since")

const counts = table<{ readonly id: AssetId; readonly sizeBytes: number }>({
  id: assetId,
  sizeBytes: number("size_bytes"),
})
const discarded = table<DiscardedAsset>({ id: assetId, countedFor: nullable(text("counted_for")) })

/** The only row of its table. */
const scanName = "unreferenced"
const scans = table<AssetScan>({
  startedAt: text("started_at"),
  after: nullable(text("after_dataset")),
})

export const AssetSqlStore = Layer.effect(
  AssetStore,
  Effect.map(Database, ({ dialect, query, sql }) => {
    /** Two callers that share the lock of a marked asset could not write it, so only those without a mark are locked. */
    const lockUnmarked = (ids: ReadonlyArray<AssetId>) =>
      dialect.lockRows(
        () =>
          sql`SELECT id FROM assets WHERE ${sql.in("id", ids)} AND unreferenced_since IS NULL ${sql.literal(dialect.forShare)}`,
      )

    const keep = (ids: ReadonlyArray<AssetId>) =>
      Effect.zipRight(
        query("AssetStore.keep", lockUnmarked(ids)),
        query(
          "AssetStore.keep",
          sql`UPDATE assets SET unreferenced_since = NULL WHERE ${sql.in("id", ids)} AND unreferenced_since IS NOT NULL`,
        ),
      )

    const matchMark = (mark: Parameters<typeof AssetStore.Service.discard>[1]) => {
      if (mark === null) return sql.literal("")
      return "at" in mark
        ? sql`AND unreferenced_since = ${mark.at}`
        : sql`AND unreferenced_since < ${mark.before}`
    }

    return AssetStore.of({
      insert: (asset) =>
        query(
          "AssetStore.insert",
          sql`INSERT INTO assets ${sql.insert({ ...assets.encode(asset), upload_taken: asset.uploadedAt === null ? 0 : 1 })}`,
        ).pipe(Effect.asVoid),
      byId: (id) =>
        query(
          "AssetStore.byId",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM assets a WHERE a.id = ${id}`,
        ).pipe(Effect.map(decodeFirst(assets.decode))),
      ofCreator: (creator, { before, limit }) =>
        query(
          "AssetStore.ofCreator",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM assets a
            WHERE a.created_by = ${creator} AND a.uploaded_at IS NOT NULL
              ${before === null ? sql.literal("") : sql`AND a.id < ${before}`}
            ORDER BY a.id DESC LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(assets.decode))),
      takeUpload: (id, { at, token, until }) =>
        query(
          "AssetStore.takeUpload",
          sql`UPDATE assets SET upload_token = ${token}, upload_lease_until = ${until}
              WHERE id = ${id} AND uploaded_at IS NULL AND upload_taken < 2 AND upload_expires_at > ${at}
                AND (upload_lease_until IS NULL OR upload_lease_until <= ${at}
                  OR upload_lease_until > ${fromMillis(toMillis(at) + longestLease)})
              RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      extendUpload: (id, expiresAt) =>
        query(
          "AssetStore.extendUpload",
          sql`UPDATE assets SET upload_expires_at = ${expiresAt}
              WHERE id = ${id} AND uploaded_at IS NULL AND upload_taken < 2 RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      renewUpload: (id, { token, until }) =>
        query(
          "AssetStore.renewUpload",
          sql`UPDATE assets SET upload_lease_until = ${until}
              WHERE id = ${id} AND uploaded_at IS NULL AND upload_taken < 2 AND upload_token = ${token} RETURNING id`,
        ).pipe(Effect.map(hasRows)),
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
        ).pipe(Effect.map(hasRows)),
      giveUp: (before, limit) =>
        query(
          "AssetStore.giveUp",
          // An upload may finish or be extended meanwhile, so that the conditions are repeated for each row that is updated.
          sql<RawRow>`UPDATE assets SET upload_taken = 2 WHERE uploaded_at IS NULL AND upload_expires_at < ${before} AND id IN
            (SELECT id FROM assets WHERE uploaded_at IS NULL AND upload_expires_at < ${before}
             ORDER BY upload_expires_at, id LIMIT CAST(${limit} AS BIGINT)) RETURNING id`,
        ).pipe(Effect.map(decodeAll(decodeColumn(assetId)))),
      forget: (ids) =>
        Effect.forEach(
          splitIntoChunks(ids),
          (chunk) =>
            query(
              "AssetStore.forget",
              sql`DELETE FROM assets WHERE ${sql.in("id", chunk)} AND upload_taken = 2`,
            ),
          { discard: true },
        ),
      mark: (at, { after, limit }) =>
        Effect.gen(function* () {
          const page = yield* query(
            "AssetStore.mark",
            sql<RawRow>`SELECT id FROM assets WHERE id > ${after ?? ""} AND uploaded_at IS NOT NULL
              ORDER BY id LIMIT CAST(${limit} AS BIGINT)`,
          )
          const ids = decodeAll(decodeColumn(assetId))(page)
          const last = ids.at(-1)
          if (last === undefined) return null
          yield* query(
            "AssetStore.mark",
            sql`UPDATE assets SET unreferenced_since = ${at} WHERE id > ${after ?? ""} AND id <= ${last}
              AND uploaded_at < ${at} AND unreferenced_since IS NULL`,
          )
          return ids.length < limit ? null : last
        }),
      markOne: (id, at) =>
        query(
          "AssetStore.markOne",
          sql<RawRow>`UPDATE assets SET unreferenced_since = COALESCE(unreferenced_since, ${at})
            WHERE id = ${id} AND uploaded_at IS NOT NULL RETURNING unreferenced_since`,
        ).pipe(Effect.map((rows) => Option.getOrNull(decodeFirst(decodeColumn(markedAt))(rows)))),
      keep: (ids) => Effect.forEach(splitIntoChunks(ids), keep, { discard: true }),
      count: (ids, dataset) =>
        Effect.gen(function* () {
          let bytes = 0
          for (const chunk of splitIntoChunks(ids)) {
            const counted = yield* query(
              "AssetStore.count",
              sql<RawRow>`UPDATE assets SET counted_for = ${dataset}, unreferenced_since = NULL
                WHERE ${sql.in("id", chunk)} AND uploaded_at IS NOT NULL AND (counted_for IS NULL OR NOT ${sql.literal(dialect.isLiveDataset("assets.counted_for"))})
                RETURNING id, size_bytes`,
            ).pipe(Effect.map(decodeAll(counts.decode)))
            for (const { sizeBytes } of counted) bytes += sizeBytes
            const others = chunk.filter((id) => !counted.some((one) => one.id === id))
            if (others.length > 0) yield* keep(others)
          }
          return bytes
        }),
      marked: (before, { after, limit }) =>
        query(
          "AssetStore.marked",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM assets a WHERE a.id > ${after ?? ""}
            AND a.unreferenced_since < ${before} ORDER BY a.id LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(assets.decode))),
      discard: (ids, mark) =>
        Effect.map(
          Effect.forEach(splitIntoChunks(ids), (chunk) =>
            query(
              "AssetStore.discard",
              sql<RawRow>`UPDATE assets SET upload_taken = 2, uploaded_at = NULL, content_type = NULL, size_bytes = NULL,
                  unreferenced_since = NULL
                WHERE ${sql.in("id", chunk)} AND uploaded_at IS NOT NULL
                  ${matchMark(mark)} RETURNING id, counted_for`,
            ).pipe(Effect.map(decodeAll(discarded.decode))),
          ),
          (chunks) => chunks.flat(),
        ),
      scan: query(
        "AssetStore.scan",
        sql<RawRow>`SELECT started_at, after_dataset FROM asset_scans WHERE name = ${scanName}`,
      ).pipe(Effect.map(decodeFirst(scans.decode))),
      saveScan: (scan) =>
        query(
          "AssetStore.saveScan",
          sql`INSERT INTO asset_scans ${sql.insert({ name: scanName, ...scans.encode(scan) })}
            ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, after_dataset = excluded.after_dataset`,
        ).pipe(Effect.asVoid),
    })
  }),
)
