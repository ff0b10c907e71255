/**
 * BlobStore on a folder. A file is written under a temporary name, synced to disk and then renamed, so that readers see either
 * the old file or the complete new one, also after a crash. Processes may share the folder.
 */
import { randomUUID } from "node:crypto"
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { BlobStore, type ByteRange, StorageFailure } from "@annotary/core/effect"
import { Chunk, Effect, Layer, Option, Schedule, Stream } from "effect"

/** Files are read in pieces of this many bytes. */
const pieceLength = 256 * 1024

/** The folder of unfinished files. No key begins with a dot. */
const unfinished = ".unfinished"

/**
 * When an unfinished file counts as left behind by a process that died. Writers touch their files every minute, whether or not
 * bytes arrive.
 */
const stale = { minutes: 10, touchedEvery: "1 minute", sweptEvery: "5 minutes" } as const

/** Only the owner may read the files: assets and releases are served by the engine. */
const ownersFolder = 0o700
const ownersFile = 0o600

/** Stores files below a folder, which is created when it is missing. */
export const folder = (directory: string): Layer.Layer<BlobStore> => Layer.scoped(BlobStore, make(directory))

const make = (directory: string) =>
  Effect.gen(function* () {
    /** Files that this process is writing; after the machine was suspended they may look left behind. */
    const own = new Set<string>()
    const removeAbandoned = () => removeStale(join(directory, unfinished), own)
    yield* tryOperation("open", () =>
      mkdir(join(directory, unfinished), { recursive: true, mode: ownersFolder }),
    )
    yield* tryOperation("open", removeAbandoned)
    yield* tryOperation("sweep", removeAbandoned).pipe(
      Effect.catchAllCause((cause) => Effect.logWarning("Unfinished files could not be removed.", cause)),
      Effect.schedule(Schedule.spaced(stale.sweptEvery)),
      Effect.forkScoped,
    )

    const toPath = (key: string): string => {
      if (!/^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/.test(key)) throw new Error("Not a key of a file.")
      return join(directory, ...key.split("/"))
    }

    const put = <E, R>(key: string, bytes: Stream.Stream<Uint8Array, E, R>) =>
      Effect.flatMap(
        tryOperation("put", async () => toPath(key)),
        (path) => store(path, bytes),
      )

    const store = <E, R>(path: string, bytes: Stream.Stream<Uint8Array, E, R>) => {
      const temporary = join(directory, unfinished, randomUUID())
      const write = (file: FileHandle) =>
        Stream.runFoldEffect(bytes, 0, (sum, chunk) =>
          Effect.as(
            tryOperation("put", () => writeAll(file, chunk)),
            sum + chunk.length,
          ),
        ).pipe(Effect.tap(() => tryOperation("put", () => file.sync())))
      const written = Effect.acquireUseRelease(
        tryOperation("put", () => open(temporary, "wx", ownersFile)),
        (file) => Effect.raceFirst(write(file), keepTouched(file)),
        (file) => tryOperation("put", () => file.close()),
      )
      const published = Effect.flatMap(written, (size) =>
        Effect.as(Effect.uninterruptible(tryOperation("put", () => publish(temporary, path))), size),
      ).pipe(Effect.onError(() => tryOperation("put", () => rm(temporary, { force: true }))))
      return Effect.acquireUseRelease(
        Effect.sync(() => own.add(temporary)),
        () => published,
        () => Effect.sync(() => own.delete(temporary)),
      )
    }

    const size = (key: string) =>
      tryOperation("size", () =>
        stat(toPath(key)).then(
          (stats) => (stats.isFile() ? Option.some(stats.size) : Option.none()),
          replaceMissing(Option.none<number>()),
        ),
      )

    const get = (key: string, range?: ByteRange) =>
      Stream.unwrapScoped(
        Effect.map(
          Effect.acquireRelease(
            tryOperation("get", () => open(toPath(key), "r")),
            (file) => tryOperation("get", () => file.close()),
          ),
          (file) => read(file, range),
        ),
      )

    const remove = (key: string) => tryOperation("remove", () => rm(toPath(key), { force: true }))

    return BlobStore.of({ put, size, get, remove })
  })

/** Turns every error of the file system into one defect, which is transient when the disk is unavailable, full or busy. */
const tryOperation = <A>(operation: string, run: () => Promise<A>): Effect.Effect<A> =>
  Effect.orDie(
    Effect.tryPromise({
      try: async () => run(),
      catch: (cause) =>
        new StorageFailure({
          operation: `BlobStore.${operation}`,
          transient: transientCodes.has(getErrorCode(cause)),
          cause,
        }),
    }),
  )

const transientCodes: ReadonlySet<string> = new Set([
  "EAGAIN",
  "EBUSY",
  "EMFILE",
  "ENFILE",
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "ESTALE",
  "ETIMEDOUT",
])

/** `ENOTDIR`: a file is in the place of one of the folders. */
const missingCodes: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"])

const getErrorCode = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : ""

const replaceMissing =
  <A>(instead: A) =>
  (cause: unknown): A => {
    if (missingCodes.has(getErrorCode(cause))) return instead
    throw cause
  }

const writeAll = async (file: FileHandle, chunk: Uint8Array): Promise<void> => {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}

const publish = async (temporary: string, path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: ownersFolder })
  await rename(temporary, path)
  await syncDirectory(dirname(path))
  await syncDirectory(dirname(dirname(path)))
}

/** Syncs the entries of a directory to disk, which Windows does not support. */
const syncDirectory = async (path: string): Promise<void> => {
  if (process.platform === "win32") return
  const directory = await open(path, "r")
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Reads a file in pieces, one in memory at a time. */
const read = (file: FileHandle, range: ByteRange | undefined): Stream.Stream<Uint8Array> => {
  const end = range === undefined ? Number.POSITIVE_INFINITY : range.end + 1
  return Stream.paginateChunkEffect(range?.start ?? 0, (position) =>
    tryOperation("get", async () => {
      const pieceBytes = Math.min(pieceLength, end - position)
      if (pieceBytes <= 0) return [Chunk.empty<Uint8Array>(), Option.none<number>()]
      const { bytesRead, buffer } = await file.read(new Uint8Array(pieceBytes), 0, pieceBytes, position)
      if (bytesRead > 0) return [Chunk.of(buffer.subarray(0, bytesRead)), Option.some(position + bytesRead)]
      if (range !== undefined) throw new Error("The range goes beyond the end of the file.")
      return [Chunk.empty<Uint8Array>(), Option.none<number>()]
    }),
  )
}

/** Touches a file every minute until it is interrupted. */
const keepTouched = (file: FileHandle): Effect.Effect<never> =>
  tryOperation("put", () => {
    const now = new Date()
    return file.utimes(now, now)
  }).pipe(
    Effect.catchAllCause((cause) => Effect.logWarning("Unfinished file could not be touched.", cause)),
    Effect.schedule(Schedule.spaced(stale.touchedEvery)),
    Effect.zipRight(Effect.never),
  )

const removeStale = async (path: string, own: ReadonlySet<string>): Promise<void> => {
  for (const name of await readdir(path)) {
    const file = join(path, name)
    const touched = await stat(file).then((stats) => stats.mtimeMs, replaceMissing(undefined))
    const isStale = touched !== undefined && Date.now() - touched > stale.minutes * 60_000
    if (isStale && !own.has(file)) await rm(file, { force: true })
  }
}
