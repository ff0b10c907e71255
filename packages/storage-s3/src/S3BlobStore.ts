/** BlobStore on a bucket of S3 or of an S3-compatible server. Processes and machines may share the bucket. */
import { BlobStore, type ByteRange } from "@annotary/core/effect"
import { DeleteObjectCommand, HeadBucketCommand, HeadObjectCommand, type S3Client } from "@aws-sdk/client-s3"
import { Effect, Layer, Option, Stream } from "effect"
import { attempt, failureIn, isMissing, S3Error, s3Error } from "./failures.ts"
import {
  clientOf,
  defaultConcurrency,
  defaultPartBytes,
  defaultRequestMillis,
  problemIn,
  type S3Options,
} from "./options.ts"
import { read } from "./read.ts"
import { type Place, write } from "./write.ts"

/** Stores files in the bucket, which must exist: building the layer checks it. */
export const layer = (options: S3Options): Layer.Layer<BlobStore> => Layer.scoped(BlobStore, make(options))

const make = (options: S3Options) =>
  Effect.gen(function* () {
    const { bucket, concurrency = defaultConcurrency, encryption, partBytes = defaultPartBytes } = options
    const { requestMillis = defaultRequestMillis } = options
    const problem = problemIn(options)
    if (problem !== undefined) return yield* Effect.die(failureIn("open")(badOptions(problem)))
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => clientOf(options)),
      (made) => Effect.sync(() => made.destroy()),
    )
    yield* checkBucket(client, bucket)

    const prefix = (options.prefix ?? "").replace(/^\/+|\/+$/g, "")
    const placeOf = (operation: string, key: string): Effect.Effect<Place> =>
      /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/.test(key)
        ? Effect.succeed({ Bucket: bucket, Key: prefix === "" ? key : `${prefix}/${key}` })
        : Effect.die(failureIn(operation)(notAKey))

    const put = <E, R>(key: string, bytes: Stream.Stream<Uint8Array, E, R>) =>
      Effect.flatMap(placeOf("put", key), (place) =>
        write({ client, partBytes, concurrency, encryption }, place, bytes),
      )

    const size = (key: string) =>
      Effect.flatMap(placeOf("size", key), (place) =>
        attempt("size", (abortSignal) =>
          client
            .send(new HeadObjectCommand(place), { abortSignal })
            .then(({ ContentLength }) => Option.some(ContentLength ?? 0), whenMissing(Option.none<number>())),
        ),
      )

    const get = (key: string, range?: ByteRange) =>
      Stream.unwrap(Effect.map(placeOf("get", key), (place) => read({ client, requestMillis }, place, range)))

    const remove = (key: string) =>
      Effect.flatMap(placeOf("remove", key), (place) =>
        attempt("remove", (abortSignal) =>
          client.send(new DeleteObjectCommand(place), { abortSignal }).then(() => {}, whenMissing(undefined)),
        ),
      )

    return BlobStore.of({ put, size, get, remove })
  })

/** Checks the bucket. A response to HEAD has no body, so `meanings` explains its status. */
const checkBucket = (client: S3Client, bucket: string): Effect.Effect<void> =>
  Effect.tryPromise((abortSignal) =>
    client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
  ).pipe(
    Effect.catchAll(({ error }) => {
      const { code, reason, status = 0 } = s3Error(error)
      const cause = new S3Error({ code, status, reason: meanings.get(status) ?? reason })
      return Effect.die(failureIn(`open, bucket ${bucket}`)(status === 0 ? error : cause))
    }),
    Effect.asVoid,
  )

const meanings: ReadonlyMap<number, string> = new Map([
  [301, "the bucket is in another region"],
  [400, "the request was refused, as a wrong region or a wrong or outdated key is"],
  [403, "the credentials are wrong, or may not list the bucket (s3:ListBucket)"],
  [404, "there is no such bucket"],
])

const whenMissing =
  <A>(instead: A) =>
  (cause: unknown): A => {
    if (isMissing(cause)) return instead
    throw cause
  }

const notAKey = new S3Error({ code: "InvalidKey", reason: "Not a key of a file." })

const badOptions = (reason: string) => new S3Error({ code: "InvalidOptions", reason })
