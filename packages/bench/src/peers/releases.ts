/** The same records by other means: a stream through @effect/sql-pg and JSON, and Postgres writing its rows to a file. */
import { closeSync, openSync, writeSync } from "node:fs"
import * as Reactivity from "@effect/experimental/Reactivity"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer, ManagedRuntime, Stream } from "effect"
import pg from "pg"
import type { Stage } from "../harness/stage.ts"
import { type ReleaseRow, toRecord, wholeSamples } from "./releaseRecord.ts"

const rowsText = `${wholeSamples}
  JOIN labels l ON l.dataset_id = s.dataset_id AND l.sample_id = s.id
  JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = l.content
  WHERE s.deleted_at IS NULL ORDER BY s.id`

export interface ReleasePeers {
  /** Both write a file without checksums. */
  readonly stream: () => Promise<void>
  readonly copy: () => Promise<void>
}

export const releasePeers = async (
  stage: Stage,
  url: string,
  schema: string,
  files: { readonly stream: string; readonly copy: string },
): Promise<ReleasePeers> => {
  const pool = new pg.Pool({ connectionString: url, options: `-c search_path=${schema}`, max: 2 })
  const client = PgClient.layerFromPool({ acquire: Effect.succeed(pool) }).pipe(
    Layer.provide(Reactivity.layer),
  )
  const runtime = ManagedRuntime.make(Layer.merge(client, Layer.setTracerEnabled(false)))
  stage.defer(() => runtime.dispose().then(() => pool.end()))
  const stream = Effect.flatMap(PgClient.PgClient, (sql) => writeAll(sql, files.stream))
  return {
    stream: () => runtime.runPromise(stream),
    copy: async () => void (await pool.query(`COPY (${rowsText}) TO ${pg.escapeLiteral(files.copy)}`)),
  }
}

const pieceLength = 64 * 1024

const writeAll = (sql: SqlClient.SqlClient, path: string) =>
  Effect.acquireUseRelease(
    Effect.sync(() => openSync(path, "w")),
    (file) => {
      let text = '{"name":"bench","dataset":{"samples":['
      const flush = () => {
        writeSync(file, text)
        text = ""
      }
      return sql.unsafe<ReleaseRow>(rowsText).stream.pipe(
        Stream.runForEachChunk((rows) =>
          Effect.sync(() => {
            for (const row of rows) text += `${JSON.stringify(toRecord(row))},\n`
            if (text.length >= pieceLength) flush()
          }),
        ),
        Effect.tap(() => Effect.sync(flush)),
      )
    },
    (file) => Effect.sync(() => closeSync(file)),
  )
