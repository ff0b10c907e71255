import { Effect } from "effect"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import { hashUrl, type MeasuredSize, printPictureSizes, type SizeOfUrl } from "../domain/PictureSize.ts"
import type { Sample } from "../domain/Sample.ts"
import { type NewPictureSizes, PictureSizeStore } from "../reading/PictureSizeStore.ts"
import { PictureSizes } from "../reading/PictureSizes.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { placeSizes } from "./placeSizes.ts"

/** Sizes by the digests of URLs, for each sample that names them. */
export type MeasuredSizes = ReadonlyMap<SampleId, ReadonlyMap<string, MeasuredSize>>

/** Samples whose sizes are saved by one statement. */
const maxSaved = 1000

/** Samples of which the attributes are in memory at once. */
const batch = 100

/** Saves measured sizes of pictures beside their samples. Checks no permissions. */
export class PictureSizeWriter extends Effect.Service<PictureSizeWriter>()(
  "@annotary/core/PictureSizeWriter",
  {
    effect: Effect.gen(function* () {
      const store = yield* PictureSizeStore
      const sizes = yield* PictureSizes
      const samples = yield* SampleReader

      /**
       * Adds sizes to those that are known. Sizes of URLs that a sample does not name any more are dropped, and samples that change
       * or are deleted meanwhile are left out.
       */
      const save = Effect.fnUntraced(function* (dataset: DatasetId, measured: MeasuredSizes) {
        const ids = [...measured.keys()]
        for (let at = 0; at < ids.length; ) {
          const { read, rows } = yield* samples.portion(ids.slice(at, at + batch), null)
          at += read
          const stored = yield* sizes.findAll(
            dataset,
            rows.map(({ sample }) => sample.id),
          )
          const changed: Array<NewPictureSizes> = []
          for (const { sample } of rows) {
            const before = stored.get(sample.id)
            const sizesByDigest = new Map<string, MeasuredSize>(
              before?.pictures.map((size) => [size.url, size]),
            )
            for (const [url, size] of measured.get(sample.id) ?? []) sizesByDigest.set(url, size)
            const placed = yield* placeSizes(sample, sizesByDigest)
            // Without a row, the sample is measured when it is read later.
            if (placed.length === 0 && before === undefined) continue
            const pictures = printPictureSizes(placed)
            const isStored = before?.isCurrent === true && printPictureSizes(before.pictures) === pictures
            if (!isStored) changed.push({ sampleId: sample.id, version: sample.version, pictures })
          }
          if (changed.length > 0) yield* store.save(dataset, changed)
        }
      })

      /** Saves the sizes of samples that were inserted in the caller's transaction. */
      const saveNew = Effect.fnUntraced(function* (
        dataset: DatasetId,
        added: ReadonlyArray<{ readonly sample: Sample; readonly sizes: ReadonlyArray<SizeOfUrl> }>,
      ) {
        const rows = yield* Effect.forEach(added, ({ sample, sizes: measured }) => {
          const sizesByDigest = new Map(measured.map(({ url, ...size }) => [hashUrl(url), size]))
          return Effect.map(placeSizes(sample, sizesByDigest), (placed) => ({
            sampleId: sample.id,
            version: sample.version,
            pictures: printPictureSizes(placed),
          }))
        })
        for (let at = 0; at < rows.length; at += maxSaved)
          yield* store.save(dataset, rows.slice(at, at + maxSaved))
      })

      return { save, saveNew }
    }),
  },
) {
  static readonly dependencies = [PictureSizes, SampleReader] as const
}
