/** Parses a multipart form whose last part is a file. Fields are collected, the file is streamed. */
import { Readable } from "node:stream"
import { InvalidInput } from "@annotary/core/effect"
import { Chunk, Deferred, Effect, type Scope, Stream } from "effect"
import { type Problem, Refused } from "../transport/problem/problem.ts"
import {
  brokenBody,
  longForm,
  makeLongField,
  makeTooManyFields,
  notAForm,
} from "../transport/problem/refusals.ts"

export interface Form {
  /** The fields before the file. */
  readonly fields: Readonly<Record<string, string>>
  readonly file: Stream.Stream<Uint8Array, Refused>
}

/** More than a form of presigned fields ever contains. */
const limits = { fields: 32, fieldSize: 16 * 1024, fieldNameSize: 200, files: 1, parts: 40 }

/** Maximum size of everything before the file. */
const mostBytes = 1024 * 1024

/** The parser's input size. A body that arrived earlier is one large chunk that includes the file. */
const pieceBytes = 64 * 1024

export const readForm = (
  contentType: string | undefined,
  body: Stream.Stream<Uint8Array, Refused>,
): Effect.Effect<Form, Refused | InvalidInput, Scope.Scope> =>
  Effect.gen(function* () {
    // Loaded with the first form: clients upload by PUT as well.
    const { default: busboy } = yield* Effect.promise(() => import("busboy"))
    const parser = yield* Effect.try({
      try: () => busboy({ headers: { "content-type": contentType ?? "" }, limits }),
      catch: () => new Refused({ problem: notAForm }),
    })
    const form = yield* Deferred.make<Form, Refused | InvalidInput>()
    const settle = (result: Effect.Effect<Form, Refused | InvalidInput>) => Deferred.unsafeDone(form, result)
    const fields: Record<string, string> = {}
    let open: Readable | undefined
    /** Fails the file's reader first: the parser would only report an incomplete form. */
    const giveUp = (reason: Refused): void => {
      open?.destroy(reason)
      parser.destroy(reason)
    }
    /** Refuses at once, because the buffered bytes may include the beginning of the file. */
    const refuse = (problem: Problem): void => {
      const reason = new Refused({ problem })
      settle(Effect.fail(reason))
      giveUp(reason)
    }
    parser.on("field", (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated || valueTruncated) return refuse(makeLongField(limits.fieldSize))
      if (name !== "__proto__") fields[name] = value
    })
    parser.on("fieldsLimit", () => refuse(makeTooManyFields(limits.fields)))
    parser.on("partsLimit", () => refuse(makeTooManyFields(limits.fields)))
    parser.on("file", (name, stream) => {
      // Without a listener, an error of the form would end the process when nobody reads the file.
      stream.on("error", () => {})
      if (name !== "file") return void stream.resume()
      open = stream
      settle(Effect.succeed({ fields: { ...fields }, file: Stream.fromAsyncIterable(stream, toRefused) }))
    })
    parser.on("error", (cause) => settle(Effect.fail(toRefused(cause))))
    parser.on("close", () => settle(Effect.fail(InvalidInput.at("/file", "is required"))))
    yield* Effect.addFinalizer(() => Effect.sync(() => parser.destroy()))
    yield* Effect.forkScoped(
      Effect.tryPromise({
        try: (signal) =>
          pipeBody(Stream.toReadableStream(limitFields(body, () => open !== undefined)), parser, signal),
        catch: toRefused,
      }).pipe(Effect.catchAll((reason) => Effect.sync(() => giveUp(reason)))),
    )
    return yield* Deferred.await(form)
  })

/** Limits the bytes before the file: until then the owner of the upload is unknown. */
const limitFields = (
  body: Stream.Stream<Uint8Array, Refused>,
  hasFile: () => boolean,
): Stream.Stream<Uint8Array, Refused> =>
  Stream.suspend(() => {
    let bytes = 0
    return Stream.tap(Stream.mapChunks(body, Chunk.flatMap(splitPieces)), (piece) => {
      bytes += piece.length
      return bytes <= mostBytes || hasFile() ? Effect.void : Effect.fail(new Refused({ problem: longForm }))
    })
  })

const splitPieces = (chunk: Uint8Array): Chunk.Chunk<Uint8Array> =>
  chunk.length <= pieceBytes
    ? Chunk.of(chunk)
    : Chunk.makeBy(Math.ceil(chunk.length / pieceBytes), (at) =>
        chunk.subarray(at * pieceBytes, (at + 1) * pieceBytes),
      )

const toRefused = (cause: unknown): Refused =>
  cause instanceof Refused ? cause : new Refused({ problem: brokenBody })

const pipeBody = (
  from: ReadableStream<Uint8Array>,
  into: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    // Cast: Node's type of a web stream and the DOM's name the same class.
    const source = Readable.fromWeb(from as Parameters<typeof Readable.fromWeb>[0], { signal })
    source.on("error", reject)
    into.once("finish", resolve)
    source.pipe(into)
  })
