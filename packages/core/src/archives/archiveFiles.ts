/** Reads an archive file by file, from a stream that cannot go back. */
import { type Chunk, Effect, Option, type Scope, Stream } from "effect"
import { InvalidInput } from "../domain/errors.ts"
import type { ArchiveFile, ArchivePart } from "./archiveFile.ts"

/** A file that is open. Its bytes can be read once, before the next file. */
export interface OpenFile<E, R> extends ArchiveFile {
  readonly bytes: Stream.Stream<Uint8Array, E | InvalidInput, R>
}

/** The files of an archive, one after the other; null after the last one. */
export interface ArchiveFiles<E, R> {
  readonly next: Effect.Effect<OpenFile<E, R> | null, E | InvalidInput, R>
}

/** The error about a file, and optionally about a place in it. */
export const makeFileError = (name: string, message: string): InvalidInput =>
  InvalidInput.at(`/${name}`, message)

export const archiveFiles = <E, R>(
  parts: Stream.Stream<ArchivePart, E, R>,
): Effect.Effect<ArchiveFiles<E, R>, never, Scope.Scope | R> =>
  Effect.map(Stream.toPull(parts), (pull) => {
    let open: ReadonlyArray<ArchivePart> = []
    let at = 0
    let left: { readonly file: ArchiveFile; bytes: number } | null = null

    /** The next part, which stays the next one; null after the last one. */
    const peek: Effect.Effect<ArchivePart | null, E, R> = Effect.suspend(() => {
      const part = open[at]
      if (part !== undefined) return Effect.succeed(part)
      return Effect.matchEffect(pull, {
        onSuccess: (chunk: Chunk.Chunk<ArchivePart>) => {
          open = [...chunk]
          at = 0
          return peek
        },
        onFailure: Option.match({
          onNone: () => Effect.succeed(null),
          onSome: (error: E) => Effect.fail(error),
        }),
      })
    })

    /** More bytes of the file; none at its end. */
    const more: Effect.Effect<Uint8Array, Option.Option<E | InvalidInput>, R> = Effect.flatMap(
      Effect.mapError(peek, (error) => Option.some<E | InvalidInput>(error)),
      (part) => {
        if (left === null) return Effect.fail(Option.none())
        if (!(part instanceof Uint8Array)) {
          if (left.bytes === 0) return Effect.fail(Option.none())
          return Effect.fail(Option.some(makeFileError(left.file.name, "is shorter than its size says")))
        }
        at += 1
        left.bytes -= part.length
        return left.bytes < 0
          ? Effect.fail(Option.some(makeFileError(left.file.name, "is longer than its size says")))
          : Effect.succeed(part)
      },
    )

    const next = Effect.gen(function* () {
      yield* Stream.runDrain(Stream.repeatEffectOption(more))
      const file = yield* peek
      if (file === null) return null
      if (file instanceof Uint8Array) return yield* makeFileError("", "must begin with a file")
      at += 1
      left = { file, bytes: file.size }
      return { ...file, bytes: Stream.repeatEffectOption(more) }
    })

    return { next }
  })
