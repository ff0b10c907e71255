/**
 * Writes one object: with one request when it fits into one part, else as a multipart upload. In both cases the object appears
 * with the last request, and a failure or an interruption aborts the upload.
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3"
import { Chunk, Effect, Stream } from "effect"
import { runRequest, S3Error } from "./failures.ts"
import type { S3Encryption } from "./options.ts"
import { type Part, splitParts } from "./parts.ts"

export interface WriteSettings {
  readonly client: S3Client
  readonly partBytes: number
  readonly concurrency: number
  readonly encryption: S3Encryption | undefined
}

export interface Place {
  readonly Bucket: string
  readonly Key: string
}

/** Writes the bytes and returns how many there were. */
export const write = <E, R>(
  settings: WriteSettings,
  place: Place,
  bytes: Stream.Stream<Uint8Array, E, R>,
): Effect.Effect<number, E, R> =>
  Effect.flatMap(begin(settings, place), ({ complete, giveUp, send }) =>
    splitParts(bytes, settings.partBytes).pipe(
      Stream.mapEffect(send, { concurrency: settings.concurrency }),
      Stream.runCollect,
      Effect.tap(complete),
      Effect.onError(() => giveUp),
      Effect.map((sent) => Chunk.reduce(sent, 0, (sum, { size }) => sum + size)),
    ),
  )

interface Sent {
  readonly size: number
  readonly number: number
  readonly etag: string | undefined
}

/** Prepares a write. A multipart upload begins with the first full part. */
const begin = ({ client, encryption, partBytes }: WriteSettings, place: Place) =>
  Effect.gen(function* () {
    let open: string | undefined

    // Uninterruptible: an upload cannot be aborted before its id is known.
    const upload = yield* runRequest("put", () =>
      client.send(new CreateMultipartUploadCommand({ ...place, ...encryption })),
    ).pipe(
      Effect.flatMap(({ UploadId }) =>
        UploadId === undefined ? runRequest("put", () => Promise.reject(noUpload)) : Effect.succeed(UploadId),
      ),
      Effect.tap((id) => {
        open = id
      }),
      Effect.uninterruptible,
      Effect.cached,
    )

    const sendWhole = (bytes: Uint8Array) =>
      runRequest("put", (abortSignal) =>
        client.send(new PutObjectCommand({ ...place, ...encryption, Body: bytes }), { abortSignal }),
      )

    const sendPart = ({ bytes, number }: Part, id: string) =>
      runRequest("put", (abortSignal) =>
        client.send(new UploadPartCommand({ ...place, UploadId: id, PartNumber: number, Body: bytes }), {
          abortSignal,
        }),
      )

    const send = (part: Part): Effect.Effect<Sent> => {
      const { bytes, number } = part
      const whole = number === 1 && bytes.length < partBytes
      const sent = whole ? sendWhole(bytes) : Effect.flatMap(upload, (id) => sendPart(part, id))
      return Effect.map(sent, ({ ETag }) => ({ size: bytes.length, number, etag: ETag }))
    }

    const complete = (sent: Chunk.Chunk<Sent>) =>
      Effect.suspend(() => {
        if (open === undefined) return Effect.void
        const Parts = Chunk.toArray(sent).map(({ etag, number }) => ({ ETag: etag, PartNumber: number }))
        const command = { ...place, UploadId: open, MultipartUpload: { Parts } }
        return runRequest("put", (abortSignal) =>
          client.send(new CompleteMultipartUploadCommand(command), { abortSignal }),
        )
      })

    /** Aborts the upload. A failure is only logged, so that the caller sees why the write ended. */
    const giveUp = Effect.suspend(() => {
      if (open === undefined) return Effect.void
      const command = new AbortMultipartUploadCommand({ ...place, UploadId: open })
      return runRequest("put", () => client.send(command))
    }).pipe(
      Effect.catchAllCause((cause) =>
        Effect.logWarning("Multipart upload could not be aborted.", place, cause),
      ),
    )

    return { send, complete, giveUp }
  })

const noUpload = new S3Error({
  code: "InvalidResponse",
  reason: "The server began a multipart upload without an id.",
})
