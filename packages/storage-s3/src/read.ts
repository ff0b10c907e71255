/** Reads one object, or a range of it, as a stream with backpressure. */
import type { Readable } from "node:stream"
import type { ByteRange } from "@annotary/core/effect"
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from "@aws-sdk/client-s3"
import { Duration, Effect, Option, type Scope, Stream } from "effect"
import { runRequest, S3Error, toFailure } from "./failures.ts"
import type { Place } from "./write.ts"

export interface ReadSettings {
  readonly client: S3Client
  readonly requestMillis: number
}

export const read = (
  settings: ReadSettings,
  place: Place,
  range: ByteRange | undefined,
): Stream.Stream<Uint8Array> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const { Body, ContentLength } = yield* open(settings.client, place, range)
      // A server may shorten a range, or not support ranges.
      if (range !== undefined && ContentLength !== range.end - range.start + 1) {
        return Stream.die(toFailure("get")(beyond))
      }
      return isReadable(Body)
        ? streamPieces(Body, settings.requestMillis)
        : Stream.die(toFailure("get")(noBody))
    }),
  )

/** Sends the request. The end of the scope destroys the connection unless the body was read to its end. */
const open = (
  client: S3Client,
  place: Place,
  range: ByteRange | undefined,
): Effect.Effect<GetObjectCommandOutput, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const ending = new AbortController()
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`
      const command = new GetObjectCommand({ ...place, Range })
      return { ending, answer: client.send(command, { abortSignal: ending.signal }) }
    }),
    ({ answer, ending }) =>
      Effect.sync(() => {
        ending.abort()
        answer.catch(() => undefined)
      }),
  ).pipe(Effect.flatMap(({ answer }) => runRequest("get", () => answer)))

/** The pieces of a body. The time limit applies to each wait for bytes, not to the time that the reader takes. */
const streamPieces = (body: Readable, requestMillis: number): Stream.Stream<Uint8Array> => {
  const iterator: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  const next = runRequest("get", () => iterator.next()).pipe(
    Effect.timeoutTo({
      duration: Duration.millis(requestMillis),
      onSuccess: Effect.succeed,
      onTimeout: () => Effect.die(toFailure("get")(stalled)),
    }),
    Effect.flatten,
  )
  return Stream.repeatEffectOption(
    Effect.flatMap(next, ({ done, value }) =>
      done === true ? Effect.fail(Option.none<never>()) : Effect.succeed(value),
    ),
  )
}

const isReadable = (body: unknown): body is Readable =>
  typeof body === "object" && body !== null && Symbol.asyncIterator in body && "destroy" in body

const beyond = new S3Error({
  code: "InvalidRange",
  reason: "The response is not as long as the requested range.",
})

const noBody = new S3Error({ code: "InvalidResponse", reason: "The response has no body." })

const stalled = new S3Error({ code: "TimeoutError", reason: "No more bytes arrived in time." })
