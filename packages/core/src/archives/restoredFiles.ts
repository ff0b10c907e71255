/** The files of releases and assets of an archive: stored as they come, and compared with their records. */
import { Effect, Stream } from "effect"
import type { FileRecord } from "../domain/archive/otherRecords.ts"
import { makeSha256Stream } from "../domain/digest.ts"
import type { InvalidInput } from "../domain/errors.ts"
import { makeFileError, type OpenFile } from "./archiveFiles.ts"

/** A file that a record before it has announced. */
export interface ExpectedFile {
  readonly size: number
  /** Null when only the file's own record says it. */
  readonly sha256: string | null
  /** Stores the bytes, all of them or none; null when the file is there already. */
  readonly put: (<E, R>(bytes: Stream.Stream<Uint8Array, E, R>) => Effect.Effect<unknown, E, R>) | null
}

export interface RestoredFiles {
  readonly expect: (name: string, file: ExpectedFile) => void
  readonly restore: <E, R>(file: OpenFile<E, R>) => Effect.Effect<void, E | InvalidInput, R>
  /** Compares the next files with their records. */
  readonly compare: (records: ReadonlyArray<FileRecord>) => Effect.Effect<void, InvalidInput>
  /** Fails unless every file was stored. */
  readonly complete: Effect.Effect<void, InvalidInput>
}

export const makeRestoredFiles = (): RestoredFiles => {
  const expected = new Map<string, ExpectedFile>()
  /** Names and digests of the files, in their order. */
  const stored: Array<readonly [name: string, sha256: string]> = []
  let compared = 0

  const restore: RestoredFiles["restore"] = (file) =>
    Effect.gen(function* () {
      const { name, size } = file
      const expectedFile = expected.get(name)
      if (expectedFile === undefined)
        return yield* makeFileError(name, "is not the file of a release or an asset of this archive")
      if (size !== expectedFile.size)
        return yield* makeFileError(name, "has another size than its record says")
      expected.delete(name)
      const hash = makeSha256Stream()
      const hashed = Stream.tap(file.bytes, (part) => Effect.sync(() => hash.update(part)))
      const isSame = Effect.suspend(() => {
        const sha256 = hash.hex()
        stored.push([name, sha256])
        return expectedFile.sha256 === null || expectedFile.sha256 === sha256
          ? Effect.void
          : Effect.fail(makeFileError(name, "is not the file of its record: its SHA-256 differs"))
      })
      const checked = Stream.concat(hashed, Stream.execute(isSame))
      yield* expectedFile.put === null ? Stream.runDrain(checked) : expectedFile.put(checked)
    })

  const compare: RestoredFiles["compare"] = (records) =>
    Effect.forEach(
      records,
      ({ file, sha256 }) => {
        const [name, digest] = stored[compared] ?? []
        compared += 1
        return name === `files/${file}` && digest === sha256
          ? Effect.void
          : Effect.fail(
              makeFileError(`files/${file}`, "is not the file that was archived: its SHA-256 differs"),
            )
      },
      { discard: true },
    )

  const complete = Effect.suspend(() => {
    const [missing] = expected.keys()
    if (missing !== undefined) return Effect.fail(makeFileError(missing, "is missing"))
    const more = stored[compared]
    return more === undefined ? Effect.void : Effect.fail(makeFileError(more[0], "has no record"))
  })

  return { expect: (name, file) => void expected.set(name, file), restore, compare, complete }
}
