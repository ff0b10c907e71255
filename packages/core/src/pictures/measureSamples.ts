/** Measures the pictures of samples and saves their sizes. */
import { Effect, Runtime } from "effect"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import { hashUrl, type MeasuredSize } from "../domain/PictureSize.ts"
import type { Sample } from "../domain/Sample.ts"
import { FormatRegistry } from "../files/FormatRegistry.ts"
import { SampleFiles } from "../files/SampleFiles.ts"
import { TaskExecutor } from "../jobs/Executor.ts"
import { PictureSizes } from "../reading/PictureSizes.ts"
import { listPicturesInSlices } from "./listPicturesInSlices.ts"
import { PictureSizeWriter } from "./PictureSizeWriter.ts"
import type { OwnedDataset } from "./WaitingSamples.ts"

/** Pictures that are measured by one task; the other ones of a longer sequence are measured with an export. */
const maxPictures = 10_000

/** Makes the function that measures samples of a dataset. Files are opened outside of the caller's transaction. */
export const makeMeasureSamples = Effect.gen(function* () {
  const findUnknown = yield* makeFindUnknown
  const measureUrls = yield* makeMeasureUrls
  const writer = yield* PictureSizeWriter
  return Effect.fnUntraced(function* ({ id, owner }: OwnedDataset, samples: ReadonlyArray<Sample>) {
    const unknown = yield* findUnknown(id, samples)
    const urls = [...new Set([...unknown.values()].flat())].slice(0, maxPictures)
    const measured = urls.length === 0 ? noSizes : yield* measureUrls(owner, urls)
    yield* writer.save(
      id,
      new Map([...unknown].map(([sample, named]) => [sample, selectSizes(named, measured)])),
    )
  })
})

const noSizes: ReadonlyMap<string, MeasuredSize> = new Map()

/** The measured sizes of these URLs by their digests. */
const selectSizes = (urls: ReadonlyArray<string>, measured: ReadonlyMap<string, MeasuredSize>) => {
  const sizes = new Map<string, MeasuredSize>()
  for (const url of urls) {
    const size = measured.get(url)
    if (size !== undefined) sizes.set(hashUrl(url), size)
  }
  return sizes
}

/** Finds the URLs of pictures that a sample neither states the size of nor has a measured one. */
const makeFindUnknown = Effect.gen(function* () {
  const sizes = yield* PictureSizes
  const files = yield* SampleFiles
  return Effect.fnUntraced(function* (dataset: DatasetId, samples: ReadonlyArray<Sample>) {
    const stored = yield* sizes.findAll(
      dataset,
      samples.map(({ id }) => id),
    )
    const unknown = new Map<SampleId, ReadonlyArray<string>>()
    for (const sample of samples) {
      const row = stored.get(sample.id)
      const digests = new Set(row?.pictures.map(({ url }) => url))
      const pictures = yield* listPicturesInSlices(sample)
      const urls = pictures.flatMap(({ isSized, url }) =>
        isSized || !files.mayOpen(url) || digests.has(hashUrl(url)) ? [] : [url],
      )
      // A sample whose stored sizes are outdated gets them at their new places.
      if (urls.length > 0 || row?.isCurrent === false) unknown.set(sample.id, urls)
    }
    return unknown
  })
})

const makeMeasureUrls = Effect.gen(function* () {
  const formats = yield* FormatRegistry
  const executor = yield* TaskExecutor
  const files = yield* SampleFiles
  const runtime = yield* Effect.runtime<never>()
  return (owner: string, urls: ReadonlyArray<string>) =>
    Effect.promise(async (signal) => {
      const sizes = await formats.measure?.({
        urls,
        signal,
        executor,
        open: (url) => Runtime.runPromise(runtime)(files.open(owner, url)),
      })
      const measured = new Map<string, MeasuredSize>()
      for (const [index, url] of urls.entries()) {
        const size = sizes?.[index]
        if (size != null) measured.set(url, size)
      }
      return measured
    })
})
