/** Samples in SQL: a small row that changes, contents that never do. */
import { type Sample, SampleStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import type { RawRow } from "../columns.ts"
import { Database } from "../Database.ts"
import { decodeLabel } from "../rows/labels.ts"
import { all, chunked, first } from "../rows/results.ts"
import { decodeHead, decodeSample, liveHeads, liveSamples } from "../rows/samples.ts"
import { homeOf, inEachHome } from "./directory.ts"
import { selectLabels } from "./labelQueries.ts"
import { samplePages } from "./samplePages.ts"
import { sampleWrites } from "./sampleWrites.ts"

export const SampleSqlStore = Layer.effect(
  SampleStore,
  Effect.map(Database, (database) => {
    const { sql, query, atomic } = database
    const writes = sampleWrites(database)
    const whole = sql.literal(liveSamples)
    const heads = sql.literal(liveHeads)
    return SampleStore.of({
      ...samplePages(database),
      insert: (samples) =>
        samples.length === 0
          ? Effect.succeed(new Set())
          : atomic("SampleStore.insert", writes.insert(samples)),
      byIds: (ids, full = true) => {
        const samples = full ? whole : heads
        return query(
          "SampleStore.byIds",
          inEachHome(
            sql,
            ids,
            (home) => sql`${samples} AND s.dataset_id = ${home} AND ${sql.in("s.id", ids)}`,
          ),
        ).pipe(Effect.map((rows) => inOrder(ids, rows.map(full ? decodeSample : decodeHead))))
      },
      byId: (id) =>
        query("SampleStore.byId", sql`${whole} AND s.dataset_id = ${homeOf(sql, id)} AND s.id = ${id}`).pipe(
          Effect.map(first(decodeSample)),
        ),
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
      labels: (labelset, ids, full) =>
        Effect.forEach(chunked(ids), (some) =>
          query(
            "SampleStore.labels",
            sql`${selectLabels(sql, labelset, full)} AND ${sql.in("l.sample_id", some)}`,
          ),
        ).pipe(Effect.map((pages) => new Map(pages.flat().map((raw) => labelEntry(raw))))),
    })
  }),
)

const inOrder = (ids: ReadonlyArray<Sample["id"]>, samples: ReadonlyArray<Sample>): ReadonlyArray<Sample> => {
  const byId = new Map(samples.map((sample) => [sample.id, sample]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const labelEntry = (raw: RawRow) => {
  const label = decodeLabel(raw)
  return [label.sampleId, label] as const
}
