/**
 * SnapshotStore on SQLite. A file is read by a worker thread in one read transaction. A database in memory has only one
 * connection: the small rows are read at once, and the bodies, which never change, when they are needed.
 */
import { SnapshotStore } from "@annotary/core/effect"
import { Database, type RunQuery, readSnapshot, type SnapshotRun } from "@annotary/storage-sql"
import { Effect, Layer } from "effect"
import { makeReleasePages } from "./releaseLines.ts"
import { type Row, readTransaction } from "./worker.ts"

export const SqliteSnapshotStore = (filename: string): Layer.Layer<SnapshotStore, never, Database> =>
  filename === ":memory:" ? inMemory : makeFileStore(filename)

const makeFileStore = (filename: string) =>
  Layer.succeed(
    SnapshotStore,
    SnapshotStore.of({
      open: (dataset, makeReceiver) =>
        Effect.flatMap(readTransaction(filename, "SnapshotStore.open"), (run) => {
          const reads: SnapshotRun = {
            frozen: run,
            contents: run,
            largeContents: {
              run: (query) => Effect.map(run(query), decodeTexts),
              attributesAs: (column) => `CAST(${column} AS BLOB)`,
            },
          }
          return Effect.map(readSnapshot(reads, dataset, false, makeReceiver), (snapshot) => {
            const pages = snapshot && makeReleasePages(reads, dataset, snapshot.labelsets)
            return pages ? { ...snapshot, pages } : snapshot
          })
        }),
      isOpen: () => Effect.succeed(false),
    }),
  )

const inMemory = Layer.effect(
  SnapshotStore,
  Effect.map(Database, ({ sql, query, atomic }) => {
    const run: RunQuery = ({ text, params }) => query("SnapshotStore.open", sql.unsafe(text, params))
    return SnapshotStore.of({
      open: (dataset, makeReceiver) =>
        atomic(
          "SnapshotStore.open",
          readSnapshot({ frozen: run, contents: run }, dataset, true, makeReceiver),
        ),
      isOpen: () => Effect.succeed(false),
    })
  }),
)

/** Decodes bytes as text: bytes are transferred between threads without a copy, text would be copied twice. */
const decodeTexts = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? decodeText(value) : value,
      ]),
    ),
  )

const decodeText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")
