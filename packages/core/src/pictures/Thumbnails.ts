import { Cache, Effect, Exit, Fiber, Option, Runtime } from "effect"
import { Access } from "../access/Access.ts"
import { detectContentType } from "../assets/sniff.ts"
import { computeSha256Hex } from "../domain/digest.ts"
import { NotFound } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { Thumbnail, ThumbnailSize } from "../domain/Thumbnail.ts"
import { FormatRegistry } from "../files/FormatRegistry.ts"
import { readWhole } from "../files/readWhole.ts"
import { SampleFiles } from "../files/SampleFiles.ts"
import { TaskExecutor } from "../jobs/Executor.ts"
import { makeScopeSignal } from "../kernel/makeScopeSignal.ts"
import { traced } from "../kernel/traced.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { listPicturesInSlices } from "./listPicturesInSlices.ts"

/** The largest file of a picture, in bytes. */
const maxFileBytes = 32 * 1024 * 1024

/** Pictures that are read and made small at once. */
const concurrency = 2

/** The time for one picture: to open and read its file, and to make it small. */
const maxTime = "20 seconds"

/** The same, and to wait for those before it. */
const maxWait = "1 minute"

/** Thumbnails in memory: some 20 KB each, at most 100. */
const capacity = 1000

/** A URL may name another file later, and a file that was missing may be there. */
const keptMinutes = { made: 30, missing: 1 } as const

/** A thumbnail, and the digest of its bytes: the file of a URL may be replaced. */
export interface TaggedThumbnail extends Thumbnail {
  readonly etag: string
}

/** A picture to make small, as text: caches compare keys by value. */
type ThumbnailKey = `${ThumbnailSize} ${string} ${string}`

/** Makes small copies of the pictures of samples, and keeps them in memory for a while. */
export class Thumbnails extends Effect.Service<Thumbnails>()("@annotary/core/Thumbnails", {
  scoped: Effect.gen(function* () {
    const access = yield* Access
    const reader = yield* SampleReader
    const make = yield* makeThumbnailMaker
    const scope = yield* Effect.scope
    // A fiber with the context of the caller could go on in its transaction, which is over by then.
    const runtime = yield* Effect.runtime<never>()

    const cache = yield* Cache.makeWith({
      capacity,
      lookup: make,
      timeToLive: (exit) =>
        `${Exit.isSuccess(exit) && Option.isSome(exit.value) ? keptMinutes.made : keptMinutes.missing} minutes`,
    })

    /** In a separate fiber: others wait for the same picture, and a caller that goes away ends it for none of them. */
    const getCached = (key: ThumbnailKey) =>
      Effect.suspend(() => Fiber.join(Runtime.runFork(runtime)(cache.get(key), { scope })))

    /**
     * Gets a small copy of the first picture of a sample. Fails with `NotFound` when the sample names none, or none that this engine can
     * open and make small: PNG, JPEG and WebP up to 32 MiB, in its assets, in buckets of the dataset's owner, and at URLs that the
     * operator allows.
     */
    const get = traced("Thumbnails.get")(function* (sample: SampleId, size: ThumbnailSize = 320) {
      const { dataset } = yield* access.require({ _tag: "Sample", id: sample }, "read")
      const [picture] = yield* listPicturesInSlices(yield* reader.getById(sample))
      if (picture === undefined) return yield* missing
      const thumbnail = yield* getCached(`${size} ${dataset.owner} ${picture.url}`)
      if (Option.isNone(thumbnail)) return yield* missing
      return thumbnail.value
    })

    return { get }
  }),
}) {
  static readonly dependencies = [Access, SampleFiles, SampleReader] as const
}

const missing = new NotFound({ resource: "thumbnail" })

/** Makes the function that reads a picture and makes it small; none for one that cannot be read. */
const makeThumbnailMaker = Effect.gen(function* () {
  const formats = yield* FormatRegistry
  const executor = yield* TaskExecutor
  const files = yield* SampleFiles
  const turns = yield* Effect.makeSemaphore(concurrency)
  const signal = yield* makeScopeSignal

  const makeSmall = Effect.fnUntraced(function* (key: ThumbnailKey) {
    const { owner, size, url } = parseKey(key)
    if (formats.thumbnail === undefined || !files.mayOpen(url)) return Option.none<TaggedThumbnail>()
    const file = yield* files.open(owner, url)
    const bytes = file === null ? null : yield* Effect.promise((aborted) => readPicture(file, aborted))
    if (bytes === null) return Option.none<TaggedThumbnail>()
    const made = yield* Effect.promise(
      async () => await formats.thumbnail?.({ bytes, size, signal, executor }),
    )
    return Option.map(Option.fromNullable(made), addTag)
  })

  return (key: ThumbnailKey) =>
    makeSmall(key).pipe(
      Effect.timeout(maxTime),
      turns.withPermits(1),
      Effect.timeout(maxWait),
      Effect.catchTag("TimeoutException", () => Effect.succeedNone),
      Effect.catchAllDefect((defect) =>
        Effect.as(
          Effect.logWarning("A thumbnail could not be made.", defect),
          Option.none<TaggedThumbnail>(),
        ),
      ),
    )
})

const addTag = (thumbnail: Thumbnail): TaggedThumbnail => ({
  ...thumbnail,
  etag: computeSha256Hex(thumbnail.bytes).slice(0, 32),
})

/** Names of accounts have no spaces; URLs may. */
const parseKey = (key: ThumbnailKey) => {
  const [size, owner = ""] = key.split(" ", 2)
  // Cast: the type of the key says it.
  return { size: Number(size) as ThumbnailSize, owner, url: key.slice(`${size} ${owner} `.length) }
}

/** The bytes of a file; null for one that is too large or no picture that browsers show, and when nobody waits for them any more. */
const readPicture = async (
  file: AsyncIterable<Uint8Array>,
  aborted: AbortSignal,
): Promise<Uint8Array | null> => {
  const bytes = await readWhole(file, maxFileBytes, aborted)
  return bytes !== null && detectContentType(bytes).startsWith("image/") ? bytes : null
}
