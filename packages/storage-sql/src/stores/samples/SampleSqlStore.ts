/** SampleStore in SQL: a small row per sample, which changes, and contents, which never change. */
import { SampleStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { decodeAll, decodeFirst, splitIntoChunks } from "../../rows/results.ts"
import { decodeSample, liveSamples } from "../../rows/samples.ts"
import { makeSamplePages } from "./samplePages.ts"
import { makeSamplePortions } from "./samplePortions.ts"
import { makeSampleWrites } from "./sampleWrites.ts"

export const SampleSqlStore = Layer.effect(
  SampleStore,
  Effect.map(Database, (database) => {
    const { atomic, dialect, execute, query, sql } = database
    const byId = dialect.datasetById
    const byIdText = `${liveSamples} AND s.dataset_id = ${byId.text} AND s.id = ?`
    const writes = makeSampleWrites(database)
    const portions = makeSamplePortions(database)
    const whole = sql.literal(liveSamples)
    return SampleStore.of({
      ...makeSamplePages(database),
      insert: (samples) =>
        samples.length === 0
          ? Effect.succeed(new Set())
          : atomic("SampleStore.insert", writes.insert(samples)),
      byIds: (ids, full = true) => query("SampleStore.byIds", portions.readSamples(ids, full)),
      portion: (ids, labels, bytes, long = false) =>
        query("SampleStore.portion", portions.readPortion(ids, labels, bytes, long)),
      byId: (id) =>
        Effect.map(
          query("SampleStore.byId", execute(byIdText, [...byId.params(id), id])),
          decodeFirst(decodeSample),
        ),
      forWrite: (id, labelset) => query("SampleStore.forWrite", portions.readForWrite(id, labelset)),
      forWriteBy: (user, id, labelset) =>
        query("SampleStore.forWriteBy", portions.readForWriteBy(user, id, labelset)),
      byNames: (dataset, names) =>
        Effect.forEach(splitIntoChunks(names), (chunk) =>
          query(
            "SampleStore.byNames",
            sql`${whole} AND s.dataset_id = ${dataset} AND ${sql.in("s.name", chunk)}`,
          ),
        ).pipe(Effect.map((pages) => decodeAll(decodeSample)(pages.flat()))),
      update: (sample, expected) => atomic("SampleStore.update", writes.update(sample, expected)),
      updateMany: (changes) => atomic("SampleStore.updateMany", writes.updateMany(changes)),
      markDeleted: (dataset, ids, at) =>
        atomic("SampleStore.markDeleted", writes.markDeleted(dataset, ids, at)),
      labels: (labelset, ids, full) =>
        query("SampleStore.labels", portions.readLabels({ labelset, full }, ids)),
    })
  }),
)
