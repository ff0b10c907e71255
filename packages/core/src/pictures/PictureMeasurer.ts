import { Clock, Effect, Runtime } from "effect"
import type { SampleId } from "../domain/Ids.ts"
import type { PictureSize } from "../domain/PictureSize.ts"
import type { Sample } from "../domain/Sample.ts"
import { FormatRegistry } from "../files/FormatRegistry.ts"
import { SampleFiles } from "../files/SampleFiles.ts"
import { PictureSizes } from "../reading/PictureSizes.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { hasLongAttributes, listPictures } from "./findPictures.ts"
import { makeMeasureSamples } from "./measureSamples.ts"
import { PictureSizeWriter } from "./PictureSizeWriter.ts"
import { type OwnedDataset, TriedVersions, type WaitingSample, WaitingSamples } from "./WaitingSamples.ts"

/** Samples that are measured by one task. */
const batch = 100

/** Time in which later samples may join a task. */
const joinMillis = 200

/** Versions that were not read are tried again after 0.8, 3, 13 and 51 seconds: their transaction may commit later. */
const maxMisses = 4

/** Measured sizes at the places in the attributes, by sample. */
type SizesOfSamples = ReadonlyMap<SampleId, ReadonlyArray<PictureSize>>

/**
 * Measures pictures of samples in the background, in a task of the formats: whoever creates or reads a sample does not wait for its
 * files. What waits is in memory alone.
 */
export class PictureMeasurer extends Effect.Service<PictureMeasurer>()("@annotary/core/PictureMeasurer", {
  scoped: Effect.gen(function* () {
    const formats = yield* FormatRegistry
    const files = yield* SampleFiles
    const waiting = new WaitingSamples()
    const tried = new TriedVersions()
    const measureBatch = yield* makeMeasureBatch(tried)
    const scope = yield* Effect.scope
    // A fiber with the context of the caller could go on in its transaction, which is over by then.
    const runtime = yield* Effect.runtime<never>()
    let isRunning = false

    /**
     * Requests the sizes of pictures that the samples name and do not state. Returns at once. `sizes`: those that the samples have;
     * without it, the background looks for them.
     */
    const request = (dataset: OwnedDataset, samples: ReadonlyArray<Sample>, sizes?: SizesOfSamples) => {
      if (formats.measure === undefined) return Effect.void
      return Effect.map(Clock.currentTimeMillis, (millis) => {
        for (const sample of samples) {
          if (waiting.isFull) break
          const { attributes, id, version } = sample
          if (attributes === null || tried.has(version, millis) || !files.mayName(attributes)) continue
          if (sizes !== undefined && !isMissingSizes(sample, sizes.get(id) ?? [], files.mayOpen))
            tried.add(version, millis)
          else waiting.add({ id, version, dataset, misses: 0, dueAt: millis })
        }
        if (waiting.isEmpty || isRunning) return
        isRunning = true
        Runtime.runFork(runtime)(Effect.ensuring(measureWaiting, stopped), { scope })
      })
    }

    const stopped = Effect.sync(() => {
      isRunning = false
    })

    const measureWaiting = Effect.gen(function* () {
      while (!waiting.isEmpty) {
        yield* Effect.sleep(joinMillis)
        const millis = yield* Clock.currentTimeMillis
        for (const sample of yield* measureBatch(waiting.take(millis, batch))) {
          const misses = sample.misses + 1
          if (misses <= maxMisses)
            waiting.addAgain({ ...sample, misses, dueAt: millis + joinMillis * 4 ** misses })
        }
      }
    })

    return { request }
  }),
}) {
  static readonly dependencies = [PictureSizeWriter, PictureSizes, SampleFiles, SampleReader] as const
}

/** Makes the function that measures waiting samples of one dataset and returns those whose version was not read. */
const makeMeasureBatch = (tried: TriedVersions) =>
  Effect.gen(function* () {
    const reader = yield* SampleReader
    const measureSamples = yield* makeMeasureSamples

    const measureIds = Effect.fnUntraced(function* (dataset: OwnedDataset, ids: ReadonlyArray<SampleId>) {
      const versions = new Set<string>()
      for (let at = 0; at < ids.length; ) {
        const { read, rows } = yield* reader.portion(ids.slice(at), null)
        at += read
        const millis = yield* Clock.currentTimeMillis
        const samples = rows.flatMap(({ sample }) => (tried.has(sample.version, millis) ? [] : [sample]))
        // Before the files are opened: one that ends the task would end the next one, too.
        for (const { version } of samples) tried.add(version, millis)
        for (const { sample } of rows) versions.add(sample.version)
        yield* measureSamples(dataset, samples)
      }
      return versions
    })

    return Effect.fnUntraced(function* (samples: ReadonlyArray<WaitingSample>) {
      const [first] = samples
      if (first === undefined) return []
      const ids = samples.map(({ id }) => id)
      return yield* measureIds(first.dataset, ids).pipe(
        Effect.map((versions) => samples.filter(({ version }) => !versions.has(version))),
        Effect.catchAllCause((cause) =>
          Effect.gen(function* () {
            yield* Effect.logWarning("Pictures could not be measured.", cause)
            const millis = yield* Clock.currentTimeMillis
            for (const { version } of samples) tried.add(version, millis)
            return []
          }),
        ),
      )
    })
  })

/** Whether a picture that may be opened has neither a stated size nor a measured one. The background finds out for long attributes. */
const isMissingSizes = (
  sample: Sample,
  sizes: ReadonlyArray<PictureSize>,
  mayOpen: (url: string) => boolean,
): boolean => {
  if (hasLongAttributes(sample)) return true
  const places = new Set(sizes.map(({ pointer }) => pointer))
  return listPictures(sample).some(
    ({ isSized, pointer, url }) => !isSized && !places.has(pointer) && mayOpen(url),
  )
}
