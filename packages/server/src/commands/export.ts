/** `annotary export OWNER/DATASET FILE`: writes a release's file, or the current state in the same format. */
import { createWriteStream, existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { Writable } from "node:stream"
import {
  Access,
  BlobStore,
  EngineSettings,
  now,
  ReleaseName,
  Releases,
  releaseBytes,
  SnapshotStore,
} from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import { isTaken, renameNew } from "../archives/renameNew.ts"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed, UsageError } from "../cli/failures.ts"
import { printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"
import { getShortReason } from "../serve/dataDir.ts"

export const run = (input: CommandInput) =>
  Effect.gen(function* () {
    const { options, positionals, settings } = input
    if (options.format !== undefined) {
      // The formats are loaded only for this.
      const { run: exportFormat } = yield* Effect.promise(() => import("../formats/exportFormat.ts"))
      return yield* exportFormat(input)
    }
    yield* refuseFormatOptions(options)
    const [name = "", file = ""] = positionals
    const ref = yield* parseDatasetRef(name)
    const release = options.release
    const force = options.force !== undefined
    // Checked before the work. A file that is created meanwhile is detected at the end.
    if (!force && existsSync(file)) return yield* makeTaken(file)
    const target: Target = { file, force }
    yield* withEngine(
      settings,
      release === undefined ? writePresentState(ref, target) : writeReleased(ref, release, target),
    )
    yield* printResult(
      () => ({ dataset: name, release: release ?? null, file }),
      () => `${name} written to ${file}`,
    )
  })

/** Options of other formats would have no effect on a release file. */
const refuseFormatOptions = (options: CommandInput["options"]) => {
  const extra = Object.keys(options).find((name) => name !== "release" && name !== "force")
  return extra === undefined
    ? Effect.void
    : new UsageError({ sentence: `--${extra} needs --format: a release file contains everything.` })
}

interface Target {
  readonly file: string
  readonly force: boolean
}

const makeTaken = (file: string) =>
  new CommandFailed({ sentence: `${file} exists; --force overwrites it. Nothing was written.` })

type Ref = Effect.Effect.Success<ReturnType<typeof parseDatasetRef>>

const writeReleased = (ref: Ref, name: string, target: Target) =>
  Effect.gen(function* () {
    const releases = yield* Releases
    const blobs = yield* BlobStore
    const { fileKey, status } = yield* releases.get(ref, name)
    if (fileKey === null)
      return yield* new CommandFailed({ sentence: `The release has no file: it is ${status}.` })
    yield* writeFile(target, blobs.get(fileKey))
  })

const writePresentState = (ref: Ref, target: Target) =>
  Effect.gen(function* () {
    const access = yield* Access
    const snapshots = yield* SnapshotStore
    const { publicUrl } = yield* EngineSettings
    const { dataset } = yield* access.require(ref, "read")
    const snapshot = yield* snapshots.open(dataset.id)
    if (snapshot === null) return yield* new CommandFailed({ sentence: "The dataset was deleted meanwhile." })
    const title = { name: ReleaseName.make("export"), description: "", createdAt: yield* now }
    yield* writeFile(target, releaseBytes(title, snapshot, publicUrl()).bytes)
  }).pipe(Effect.scoped)

/** Writes under another name until the file is complete, so that nobody reads a part of it. */
const writeFile = (
  { file, force }: Target,
  bytes: Stream.Stream<Uint8Array>,
): Effect.Effect<void, CommandFailed> => {
  const partial = `${file}.partial`
  const fail = (cause: unknown) =>
    new CommandFailed({ sentence: `${file} cannot be written: ${getShortReason(cause)}.` })
  return Effect.gen(function* () {
    const source = yield* Stream.toReadableStreamEffect(bytes)
    yield* Effect.tryPromise({
      try: (signal) => source.pipeTo(Writable.toWeb(createWriteStream(partial)), { signal }),
      catch: fail,
    })
    yield* force
      ? Effect.tryPromise({ try: () => rename(partial, file), catch: fail })
      : Effect.tryPromise({
          try: () => renameNew(partial, file),
          catch: (cause) => (isTaken(cause) ? makeTaken(file) : fail(cause)),
        })
  }).pipe(Effect.onError(() => Effect.promise(() => rm(partial, { force: true }))))
}
