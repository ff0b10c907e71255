/** SampleStore in SQL: a small row per sample, which changes, and contents, which never change. */
import { SampleStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { all, chunked, first } from "../../rows/results.ts"
import { decodeSample, liveSamples } from "../../rows/samples.ts"
import { homeOfParameter } from "../datasets/directory.ts"
import { samplePages } from "./samplePages.ts"
import { samplePortions } from "./samplePortions.ts"
import { sampleWrites } from "./sampleWrites.ts"

const byIdText = `${liveSamples} AND s.dataset_id = ${homeOfParameter} AND s.id = ?`

export const SampleSqlStore = Layer.effect(
  SampleStore,
  Effect.map(Database, (database) => {
    const { atomic, execute, query, sql } = database
    const writes = sampleWrites(database)
    const portions = samplePortions(database)
    const whole = sql.literal(liveSamples)
    return SampleStore.of({
      ...samplePages(database),
      insert: (samples) =>
        samples.length === 0
          ? Effect.succeed(new Set())
          : atomic("SampleStore.insert", writes.insert(samples)),
      byIds: (ids, full = true) => query("SampleStore.byIds", portions.samples(ids, full)),
      portion: (ids, labels, bytes, long = false) =>
        query("SampleStore.portion", portions.portion(ids, labels, bytes, long)),
      byId: (id) => Effect.map(query("SampleStore.byId", execute(byIdText, [id, id])), first(decodeSample)),
      forWrite: (id, labelset) => query("SampleStore.forWrite", portions.forWrite(id, labelset)),
      byNames: (dataset, names) =>
        Effect.forEach(chunked(names), (some) =>
          query(
            "SampleStore.byNames",
            sql`${whole} AND s.dataset_id = ${dataset} AND ${sql.in("s.name", some)}`,
          ),
        ).pipe(Effect.map((pages) => all(decodeSample)(pages.flat()))),
      update: (sample, expected) => atomic("SampleStore.update", writes.update(sample, expected)),
      updateMany: (changes) => atomic("SampleStore.updateMany", writes.updateMany(changes)),
      markDeleted: (dataset, ids, at) =>
        atomic("SampleStore.markDeleted", writes.markDeleted(dataset, ids, at)),
      labels: (labelset, ids, full) => query("SampleStore.labels", portions.labels({ labelset, full }, ids)),
    })
  }),
)
