/** The same records by other means: a stream through @effect/sql-pg and JSON, and Postgres itself writing its rows to a file. */
import { closeSync, openSync, writeSync } from "node:fs"
import * as Reactivity from "@effect/experimental/Reactivity"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer, ManagedRuntime, Stream } from "effect"
import pg from "pg"
import type { Stage } from "../harness/stage.ts"

interface Row {
  readonly attributes: string
  readonly metadata: string
  readonly label_attributes: string
  readonly [column: string]: unknown
}

const rowsText = `SELECT s.id AS uuid, s.name AS name, v.attributes AS attributes, v.metadata AS metadata, v.readme AS readme,
    s.priority AS priority, s.assigned_labeler AS assigned_labeler, s.assigned_reviewer AS assigned_reviewer,
    s.created_at AS created_at, s.created_by AS created_by, l.status AS label_status, b.attributes AS label_attributes,
    l.created_at AS label_created_at, l.created_by AS label_created_by, l.updated_at AS updated_at,
    l.updated_by AS updated_by, l.reviewed_at AS reviewed_at, l.reviewed_by AS reviewed_by, l.score AS score,
    l.rating AS rating
  FROM samples s JOIN sample_versions v ON v.dataset_id = s.dataset_id AND v.id = s.content
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
      return sql.unsafe<Row>(rowsText).stream.pipe(
        Stream.runForEachChunk((rows) =>
          Effect.sync(() => {
            for (const row of rows) text += `${JSON.stringify(recordOf(row))},\n`
            if (text.length >= pieceLength) flush()
          }),
        ),
        Effect.tap(() => Effect.sync(flush)),
      )
    },
    (file) => Effect.sync(() => closeSync(file)),
  )

const recordOf = (row: Row) => ({
  uuid: row.uuid,
  name: row.name,
  attributes: JSON.parse(row.attributes),
  metadata: JSON.parse(row.metadata),
  readme: row.readme,
  priority: row.priority,
  assigned_labeler: row.assigned_labeler,
  assigned_reviewer: row.assigned_reviewer,
  created_at: row.created_at,
  created_by: row.created_by,
  labels: {
    "ground-truth": {
      label_status: row.label_status,
      attributes: JSON.parse(row.label_attributes),
      created_at: row.label_created_at,
      created_by: row.label_created_by,
      updated_at: row.updated_at,
      updated_by: row.updated_by,
      reviewed_at: row.reviewed_at,
      reviewed_by: row.reviewed_by,
      score: row.score,
      rating: row.rating,
    },
  },
})
