/** PictureSizeStore in SQL: one row for each sample, with the content of the sample that its sizes were measured for. */
import {
  type DatasetId,
  type JsonText,
  type NewPictureSizes,
  PictureSizeStore,
  type SampleId,
  type StoredPictureSizes,
} from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database, type DatabaseShape } from "../../database/Database.ts"
import { type RawRow, text } from "../../rows/columns.ts"
import { splitIntoChunks } from "../../rows/results.ts"

const sampleId = text<SampleId>("sample_id")
const pictures = text<JsonText>("pictures")
const content = text<string>("content")

export const PictureSizeSqlStore = Layer.effect(
  PictureSizeStore,
  Effect.map(Database, (database) => {
    const { find, save } = makePictureSizeStatements(database)
    return PictureSizeStore.of({
      find: (dataset, samples) => database.query("PictureSizeStore.find", find(dataset, samples)),
      save: (dataset, sizes) => database.atomic("PictureSizeStore.save", save(dataset, sizes)),
    })
  }),
)

const makePictureSizeStatements = ({ dialect, insertRows, sql }: DatabaseShape) => {
  return { find, save }

  function find(dataset: DatasetId, samples: ReadonlyArray<SampleId>) {
    return Effect.gen(function* () {
      const sizes = new Map<SampleId, StoredPictureSizes>()
      for (const chunk of splitIntoChunks(samples)) {
        const rows = yield* sql<RawRow>`SELECT p.sample_id AS "sample_id", p.content AS "content",
            p.pictures AS "pictures", s.content AS "sample_content"
          FROM picture_sizes p JOIN samples s ON s.dataset_id = p.dataset_id AND s.id = p.sample_id
          JOIN datasets d ON d.id = s.dataset_id AND d.deleted_at IS NULL
          WHERE s.deleted_at IS NULL AND p.dataset_id = ${dataset} AND ${dialect.among(sql, "p.sample_id", chunk)}`
        for (const row of rows)
          sizes.set(sampleId.read(row.sample_id), {
            pictures: pictures.read(row.pictures),
            isCurrent: content.read(row.content) === content.read(row.sample_content),
          })
      }
      return sizes
    })
  }

  function save(dataset: DatasetId, sizes: ReadonlyArray<NewPictureSizes>) {
    return Effect.gen(function* () {
      const saved = new Set<SampleId>()
      const bySample = new Map(sizes.map((each) => [each.sampleId, each]))
      for (const chunk of splitIntoChunks([...bySample.keys()].sort())) {
        const samples =
          yield* sql<RawRow>`SELECT s.id AS "sample_id", s.version AS "version", s.content AS "content"
          FROM samples s JOIN datasets d ON d.id = s.dataset_id AND d.deleted_at IS NULL
          WHERE s.deleted_at IS NULL AND s.dataset_id = ${dataset} AND ${dialect.among(sql, "s.id", chunk)}
          ORDER BY s.id`
        const rows = samples.flatMap((sample) => {
          const id = sampleId.read(sample.sample_id)
          const measured = bySample.get(id)
          if (measured === undefined || measured.version !== sample.version) return []
          saved.add(id)
          return [
            {
              dataset_id: dataset,
              sample_id: id,
              content: content.read(sample.content),
              pictures: measured.pictures,
            },
          ]
        })
        if (rows.length === 0) continue
        const conflict =
          "ON CONFLICT (dataset_id, sample_id) DO UPDATE SET content = excluded.content, pictures = excluded.pictures"
        yield* insertRows({ table: "picture_sizes", rows, conflict })
      }
      return saved
    })
  }
}
