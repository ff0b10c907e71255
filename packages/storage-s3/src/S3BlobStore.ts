/** BlobStore on a bucket of S3 or of an S3-compatible server. Processes and machines may share the bucket. */
import { BlobStore, type ByteRange } from "@annotary/core/effect"
import { DeleteObjectCommand, HeadBucketCommand, HeadObjectCommand, type S3Client } from "@aws-sdk/client-s3"
import { Effect, Layer, Option, Stream } from "effect"
import { isMissing, runRequest, S3Error, toFailure, toS3Error } from "./failures.ts"
import {
  defaultConcurrency,
  defaultPartBytes,
  defaultRequestMillis,
  findProblem,
  makeClient,
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
    const problem = findProblem(options)
    if (problem !== undefined) return yield* Effect.die(toFailure("open")(makeInvalidOptions(problem)))
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => makeClient(options)),
      (made) => Effect.sync(() => made.destroy()),
    )
    yield* checkBucket(client, bucket)

    const prefix = (options.prefix ?? "").replace(/^\/+|\/+$/g, "")
    const findPlace = (operation: string, key: string): Effect.Effect<Place> =>
      /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/.test(key)
        ? Effect.succeed({ Bucket: bucket, Key: prefix === "" ? key : `${prefix}/${key}` })
        : Effect.die(toFailure(operation)(notAKey))

    const put = <E, R>(key: string, bytes: Stream.Stream<Uint8Array, E, R>) =>
      Effect.flatMap(findPlace("put", key), (place) =>
        write({ client, partBytes, concurrency, encryption }, place, bytes),
      )

    const size = (key: string) =>
      Effect.flatMap(findPlace("size", key), (place) =>
        runRequest("size", (abortSignal) =>
          client
            .send(new HeadObjectCommand(place), { abortSignal })
            .then(
              ({ ContentLength }) => Option.some(ContentLength ?? 0),
              recoverMissing(Option.none<number>()),
            ),
        ),
      )

    const get = (key: string, range?: ByteRange) =>
      Stream.unwrap(
        Effect.map(findPlace("get", key), (place) => read({ client, requestMillis }, place, range)),
      )

    const remove = (key: string) =>
      Effect.flatMap(findPlace("remove", key), (place) =>
        runRequest("remove", (abortSignal) =>
          client
            .send(new DeleteObjectCommand(place), { abortSignal })
            .then(() => {}, recoverMissing(undefined)),
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
      const { code, reason, status = 0 } = toS3Error(error)
      const cause = new S3Error({ code, status, reason: meanings.get(status) ?? reason })
      return Effect.die(toFailure(`open, bucket ${bucket}`)(status === 0 ? error : cause))
    }),
    Effect.asVoid,
  )

const meanings: ReadonlyMap<number, string> = new Map([
  [301, "the bucket is in another region"],
  [400, "the request was refused, as a wrong region or a wrong or outdated key is"],
  [403, "the credentials are wrong, or may not list the bucket (s3:ListBucket)"],
  [404, "there is no such bucket"],
])

const recoverMissing =
  <A>(instead: A) =>
  (cause: unknown): A => {
    if (isMissing(cause)) return instead
    throw cause
  }

const notAKey = new S3Error({ code: "InvalidKey", reason: "Not a key of a file." })

const makeInvalidOptions = (reason: string) => new S3Error({ code: "InvalidOptions", reason })
