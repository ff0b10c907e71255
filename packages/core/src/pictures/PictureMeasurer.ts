import { Clock, Effect, Runtime } from "effect"
import type { Dataset } from "../domain/Dataset.ts"
import type { SampleId } from "../domain/Ids.ts"
import { digestUrl, type MeasuredSize } from "../domain/PictureSize.ts"
import type { Sample } from "../domain/Sample.ts"
import { SampleFiles } from "../files/SampleFiles.ts"
import { TaskExecutor } from "../jobs/Executor.ts"
import { SampleReader } from "../samples/SampleReader.ts"
import { FormatRegistry } from "../transfers/FormatRegistry.ts"
import { listPictures } from "./findPictures.ts"
import { PictureSizes } from "./PictureSizes.ts"
import { PictureSizeWriter } from "./PictureSizeWriter.ts"

/** Samples that wait. Others are left out: they are measured when somebody reads or exports them. */
const maxWaiting = 10_000

/** Samples that are measured by one task. */
const batch = 100

/** Pictures that are measured by one task; the other ones of a longer sequence are measured with an export. */
const maxPictures = 10_000

/** How long later samples may join a task. */
const joinMillis = 200

/** How long pictures that could not be measured are not tried again. */
const retryMillis = 10 * 60_000

const noSizes: ReadonlyMap<string, MeasuredSize> = new Map()

type Owned = Pick<Dataset, "id" | "owner">

/**
 * Measures pictures of samples in the background, in a task of the formats: whoever creates or reads a sample does not wait for its
 * files. What waits is in memory alone.
 */
export class PictureMeasurer extends Effect.Service<PictureMeasurer>()("@annotary/core/PictureMeasurer", {
  scoped: Effect.gen(function* () {
    const formats = yield* FormatRegistry
    const executor = yield* TaskExecutor
    const files = yield* SampleFiles
    const sizes = yield* PictureSizes
    const writer = yield* PictureSizeWriter
    const samples = yield* SampleReader
    const scope = yield* Effect.scope
    // A fiber with the context of the caller could go on in its transaction, which is over by then.
    const runtime = yield* Effect.runtime<never>()
    const waiting = new Map<SampleId, Owned>()
    /** When the pictures of a version were tried, by the version. */
    const tried = new Map<string, number>()
    let isRunning = false

    /** Requests the sizes of pictures that the samples name and do not state. Returns at once. */
    const request = (dataset: Owned, requested: ReadonlyArray<Sample>): Effect.Effect<void> =>
      Effect.gen(function* () {
        if (formats.measure === undefined) return
        const millis = yield* Clock.currentTimeMillis
        for (const { attributes, id, version } of requested) {
          if (waiting.size >= maxWaiting) break
          if (attributes === null || !files.mayOpen(attributes)) continue
          if ((tried.get(version) ?? Number.NEGATIVE_INFINITY) + retryMillis <= millis)
            waiting.set(id, { id: dataset.id, owner: dataset.owner })
        }
        if (waiting.size === 0 || isRunning) return
        isRunning = true
        Runtime.runFork(runtime)(Effect.ensuring(measureWaiting, stopped), { scope })
      })

    const stopped = Effect.sync(() => {
      isRunning = false
    })

    const measureWaiting = Effect.gen(function* () {
      while (waiting.size > 0) {
        yield* Effect.sleep(joinMillis)
        const [first] = waiting.values()
        if (first === undefined) return
        const ids = [...waiting]
          .flatMap(([id, dataset]) => (dataset.id === first.id ? [id] : []))
          .slice(0, batch)
        for (const id of ids) waiting.delete(id)
        yield* measure(first, ids).pipe(
          Effect.catchAllCause((cause) => Effect.logWarning("Pictures could not be measured.", cause)),
        )
      }
    })

    const measure = Effect.fnUntraced(function* ({ id, owner }: Owned, ids: ReadonlyArray<SampleId>) {
      for (let at = 0; at < ids.length; ) {
        const { read, rows } = yield* samples.portion(ids.slice(at), null)
        at += read
        const found = rows.map(({ sample }) => sample)
        const unknown = yield* findUnknown(id, found)
        const urls = [...new Set([...unknown.values()].flat())].slice(0, maxPictures)
        // Before the files are opened: one that ends the task would end the next one, too.
        yield* noteTried(found)
        const measured = urls.length === 0 ? noSizes : yield* measureUrls(owner, urls)
        yield* writer.save(
          id,
          new Map(
            [...unknown].map(([sample, named]) => [
              sample,
              new Map(
                named.flatMap((url): ReadonlyArray<readonly [string, MeasuredSize]> => {
                  const size = measured.get(url)
                  return size === undefined ? [] : [[digestUrl(url), size]]
                }),
              ),
            ]),
          ),
        )
      }
    })

    /** The URLs of pictures that a sample neither states the size of nor has a known one. */
    const findUnknown = Effect.fnUntraced(function* (dataset: Owned["id"], found: ReadonlyArray<Sample>) {
      const known = yield* sizes.findAll(
        dataset,
        found.map(({ id }) => id),
      )
      const unknown = new Map<SampleId, ReadonlyArray<string>>()
      for (const sample of found) {
        const { id } = sample
        const digests = new Set(known.get(id)?.pictures.map(({ url }) => url))
        const urls = listPictures(sample).flatMap(({ isSized, url }) =>
          isSized || digests.has(digestUrl(url)) || !files.mayOpen(url) ? [] : [url],
        )
        // A sample whose known sizes are outdated gets them at their new places.
        if (urls.length > 0 || known.get(id)?.isCurrent === false) unknown.set(id, urls)
      }
      return unknown
    })

    const measureUrls = (owner: string, urls: ReadonlyArray<string>) =>
      Effect.promise(async (signal) => {
        const measured = await formats.measure?.({
          urls,
          signal,
          executor,
          open: (url) => Runtime.runPromise(runtime)(files.open(owner, url)),
        })
        const found = new Map<string, MeasuredSize>()
        for (const [index, url] of urls.entries()) {
          const size = measured?.[index]
          if (size != null) found.set(url, size)
        }
        return found
      })

    const noteTried = (found: ReadonlyArray<Sample>) =>
      Effect.map(Clock.currentTimeMillis, (millis) => {
        if (tried.size > maxWaiting) tried.clear()
        for (const { version } of found) tried.set(version, millis)
      })

    return { request }
  }),
}) {}
