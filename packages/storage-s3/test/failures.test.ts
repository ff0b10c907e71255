/** Failures of S3: each is a StorageFailure, which says whether it is transient and contains no secrets. */
import type { IncomingMessage } from "node:http"
import { inspect } from "node:util"
import { BlobStore, StorageFailure } from "@annotary/core/effect"
import { makeBucket } from "@annotary/test-support/s3"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, Logger, Option, Schedule, Stream } from "effect"
import { layer, type S3Options } from "../src/effect.ts"
import { answering, refusal, secrets } from "./support/answering.ts"

const MiB = 1024 * 1024

const using = <A, E>(options: S3Options, use: (blobs: typeof BlobStore.Service) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(BlobStore, use), layer(options))

/** The failure that the effect dies of. */
const failureOf = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<StorageFailure> =>
  Effect.map(Effect.exit(effect), (exit) => {
    const defect = Exit.isFailure(exit) ? Option.getOrNull(Cause.dieOption(exit.cause)) : null
    if (defect instanceof StorageFailure) return defect
    throw new Error(`This is no StorageFailure: ${inspect(exit, { depth: 6 })}`)
  })

const drained = (stream: Stream.Stream<Uint8Array>) =>
  Stream.runFold(stream, 0, (sum, { length }) => sum + length)

const file = Stream.make(Buffer.from("file"))

const realBucket = Effect.acquireRelease(
  Effect.promise(() => makeBucket()),
  (bucket) => Effect.promise(() => bucket.remove()),
)

describe("options that cannot be meant", () => {
  it.effect.each<[string, Partial<S3Options>]>([
    ["bucket", { bucket: "" }],
    ["part", { partBytes: 1 }],
    ["concurrency", { concurrency: 0 }],
    ["maxAttempts", { maxAttempts: Number.NaN }],
    ["connectMillis", { connectMillis: -1 }],
    ["requestMillis", { requestMillis: 0.5 }],
  ])("are refused at once: %s", ([name, options]) =>
    Effect.gen(function* () {
      const failure = yield* failureOf(
        using({ bucket: "labels", region: "eu-west-1", ...options }, () => Effect.void),
      )
      assert.isFalse(failure.transient)
      assert.include(String(failure.cause), name)
    }),
  )
})

describe("answers of the server", () => {
  it.scopedLive.each([
    [503, "SlowDown", true],
    [500, "InternalError", true],
    [503, "ServiceUnavailable", true],
    [429, "TooManyRequests", true],
    [400, "RequestTimeout", true],
    [409, "OperationAborted", true],
    [403, "AccessDenied", false],
    [403, "SignatureDoesNotMatch", false],
    [403, "InvalidAccessKeyId", false],
    [400, "ExpiredToken", false],
    [404, "NoSuchBucket", false],
    [400, "InvalidArgument", false],
    [501, "NotImplemented", false],
  ] as const)("%d %s: transient is %s", ([status, code, transient]) =>
    Effect.gen(function* () {
      const { options } = yield* answering((request, response) => {
        request.resume()
        refusal(response, status, code)
      })
      yield* using(options, (blobs) =>
        Effect.gen(function* () {
          const calls = [blobs.put("a", file), drained(blobs.get("a")), blobs.remove("a")]
          for (const call of calls) {
            const failure = yield* failureOf<unknown, never>(call)
            assert.strictEqual(failure.transient, transient)
            assert.include(String(failure.cause), `${code} (${status}): No, said the server.`)
          }
        }),
      )
    }),
  )

  it.scopedLive("that are no XML, as a proxy gives them, count by their status", () =>
    Effect.gen(function* () {
      const { options } = yield* answering((request, response) => {
        request.resume()
        response
          .writeHead(502, { "content-type": "text/html" })
          .end("<html><body>Bad gateway<hr></body></html>")
      })
      const failure = yield* failureOf(using(options, (blobs) => blobs.put("a", file)))
      assert.isTrue(failure.transient)
    }),
  )

  it.scopedLive("that say busy are tried again", () =>
    Effect.gen(function* () {
      let requested = 0
      const { options } = yield* answering((request, response) => {
        request.resume()
        if (++requested < 3) refusal(response, 503, "SlowDown")
        else response.end()
      })
      assert.strictEqual(yield* using({ ...options, maxAttempts: 3 }, (blobs) => blobs.put("a", file)), 4)
      assert.strictEqual(requested, 3)
    }),
  )

  it.scopedLive("that hold what was signed do not put it into the failure", () =>
    Effect.gen(function* () {
      const { options } = yield* answering((request, response) => {
        request.resume()
        const token = String(request.headers["x-amz-security-token"])
        assert.strictEqual(token, secrets.sessionToken)
        refusal(response, 403, "SignatureDoesNotMatch", `<CanonicalRequest>PUT ${token}</CanonicalRequest>`)
      })
      const failure = yield* failureOf(using(options, (blobs) => blobs.put("a", file)))
      const shown = inspect(failure, { depth: 10, showHidden: true }) + JSON.stringify(failure)
      assert.include(shown, "R1")
      for (const secret of [secrets.secretAccessKey, secrets.sessionToken, "AWS4-HMAC"])
        assert.notInclude(shown, secret)
    }),
  )

  it.scopedLive("without a file behind the key: reading dies for good, size is none, removing is fine", () =>
    Effect.gen(function* () {
      const bucket = yield* realBucket
      yield* using(bucket.options, (blobs) =>
        Effect.gen(function* () {
          const failure = yield* failureOf(drained(blobs.get("never/was")))
          assert.strictEqual(failure.operation, "BlobStore.get")
          assert.isFalse(failure.transient)
          assert.deepStrictEqual(yield* blobs.size("never/was"), Option.none())
          yield* blobs.remove("never/was")
        }),
      )
    }),
  )

  it.scopedLive("that ignore a range are noticed", () =>
    Effect.gen(function* () {
      const { options } = yield* answering((_, response) => response.end("0123456789"))
      const failure = yield* failureOf(
        using(options, (blobs) => drained(blobs.get("a", { start: 1, end: 3 }))),
      )
      assert.isFalse(failure.transient)
    }),
  )
})

describe("a server that is gone", () => {
  it.scopedLive("amid an upload is a transient failure, and the upload left behind only a warning", () =>
    Effect.gen(function* () {
      const bucket = yield* realBucket
      const proxy = yield* Effect.promise(() => bucket.proxy())
      const options = { ...bucket.options, endpoint: `http://127.0.0.1:${proxy.port}`, maxAttempts: 2 }
      const warnings: Array<string> = []
      const logger = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ message }) => warnings.push(String(message))),
      )
      const shutting = Stream.fromEffect(Effect.as(Effect.promise(proxy.stop), new Uint8Array(9 * MiB)))
      const pieces = Stream.concat(Stream.make(new Uint8Array(9 * MiB)), shutting)
      const writing = using({ ...options, concurrency: 1 }, (blobs) => blobs.put("a", pieces))
      const failure = yield* Effect.provide(failureOf(writing), logger)
      assert.strictEqual(failure.operation, "BlobStore.put")
      assert.isTrue(failure.transient)
      assert.match(warnings.join(), /Multipart upload could not be aborted/)
      assert.deepStrictEqual(yield* Effect.promise(() => bucket.keys()), [])
    }),
  )

  it.scopedLive("amid a download is a transient failure, not a shorter file", () =>
    Effect.gen(function* () {
      const bucket = yield* realBucket
      const proxy = yield* Effect.promise(() => bucket.proxy())
      yield* using(bucket.options, (blobs) => blobs.put("a", Stream.make(new Uint8Array(20 * MiB))))
      const options = { ...bucket.options, endpoint: `http://127.0.0.1:${proxy.port}` }
      const failure = yield* failureOf(
        using(options, (blobs) =>
          drained(
            Stream.tap(Stream.zipWithIndex(blobs.get("a")), ([, index]) =>
              index === 3 ? Effect.promise(proxy.stop) : Effect.void,
            ).pipe(Stream.map(([piece]) => piece)),
          ),
        ),
      )
      assert.strictEqual(failure.operation, "BlobStore.get")
      assert.isTrue(failure.transient)
    }),
  )

  it.scopedLive("before the start is a transient failure of the layer", () =>
    Effect.gen(function* () {
      const bucket = yield* realBucket
      const proxy = yield* Effect.promise(() => bucket.proxy())
      yield* Effect.promise(proxy.stop)
      const options = { ...bucket.options, endpoint: `http://127.0.0.1:${proxy.port}`, maxAttempts: 1 }
      const failure = yield* failureOf(Effect.scoped(Layer.build(layer(options))))
      assert.isTrue(failure.transient)
      assert.include(failure.message, bucket.options.bucket)
    }),
  )
})

describe("a server that says nothing", () => {
  const silent = answering((request) => void request.resume())

  it.scopedLive("is waited for as long as the time limit says", () =>
    Effect.gen(function* () {
      const { options } = yield* silent
      yield* using({ ...options, requestMillis: 200 }, (blobs) =>
        Effect.gen(function* () {
          const calls = [blobs.put("a", file), blobs.size("a"), drained(blobs.get("a")), blobs.remove("a")]
          for (const call of calls) assert.isTrue((yield* failureOf<unknown, never>(call)).transient)
        }),
      )
    }),
  )

  it.scopedLive("amid a file is waited for as long, and a slow reader does not count", () =>
    Effect.gen(function* () {
      const { options } = yield* answering((_, response) => {
        response.writeHead(200, { "content-length": 10 * MiB })
        response.write(new Uint8Array(5 * MiB))
      })
      const slow = Schedule.spaced("20 millis")
      const failure = yield* failureOf(
        using({ ...options, requestMillis: 300 }, (blobs) => drained(Stream.schedule(blobs.get("a"), slow))),
      )
      assert.isTrue(failure.transient)
      assert.include(String(failure.cause), "No more bytes arrived in time.")
    }),
  )

  it.scopedLive("is left at once by who is interrupted", () =>
    Effect.gen(function* () {
      const requested = yield* Deferred.make<void>()
      const left = yield* Deferred.make<void>()
      const { options } = yield* answering((request) => {
        request.socket.once("close", () => Deferred.unsafeDone(left, Effect.void))
        request.resume()
        Deferred.unsafeDone(requested, Effect.void)
      })
      yield* using(options, (blobs) =>
        Effect.gen(function* () {
          const reader = yield* Effect.fork(drained(blobs.get("a")))
          yield* Deferred.await(requested)
          yield* Fiber.interrupt(reader)
          yield* Deferred.await(left)
        }),
      )
    }),
  )
})

describe("the start", () => {
  const start = (options: S3Options) => failureOf(Effect.scoped(Layer.build(layer(options))))

  it.scopedLive("fails for good on a bucket that is not there, and names it", () =>
    Effect.gen(function* () {
      const bucket = yield* realBucket
      const failure = yield* start({ ...bucket.options, bucket: "annotary-no-such-bucket" })
      assert.isFalse(failure.transient)
      assert.strictEqual(failure.operation, "BlobStore.open, bucket annotary-no-such-bucket")
      assert.include(String(failure.cause), "there is no such bucket")
    }),
  )

  it.scopedLive("fails for good on wrong keys, and does not show them", () =>
    Effect.gen(function* () {
      const bucket = yield* realBucket
      const failure = yield* start({ ...bucket.options, credentials: bucket.refused })
      assert.isFalse(failure.transient)
      assert.include(String(failure.cause), "the credentials are wrong")
      const shown = inspect(failure, { depth: 10, showHidden: true })
      assert.notInclude(shown, bucket.refused.secretAccessKey)
    }),
  )

  it.scopedLive("fails for good on a size of parts that S3 does not take", () =>
    Effect.gen(function* () {
      for (const partBytes of [0, MiB, Number.NaN, 6 * 1024 ** 3]) {
        assert.isFalse((yield* start({ bucket: "labels", partBytes })).transient)
      }
    }),
  )
})

describe("the parameters of a written file", () => {
  it.scopedLive("is its encryption, under its key with the prefix before it, and no newer checksum", () =>
    Effect.gen(function* () {
      const requests: Array<IncomingMessage> = []
      const { options } = yield* answering((request, response) => {
        requests.push(request.resume())
        response.end("<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>")
      })
      const encryption = { ServerSideEncryption: "aws:kms", SSEKMSKeyId: "key-1" } as const
      yield* using({ ...options, encryption, prefix: "/annotary/one/" }, (blobs) =>
        Effect.zipRight(blobs.put("a", file), blobs.put("b", Stream.make(new Uint8Array(8 * MiB)))),
      )
      assert.deepStrictEqual(
        requests.map(({ method, url }) => `${method} ${url?.replace(/[&?]x-id=\w+/, "")}`),
        [
          "PUT /labels/annotary/one/a",
          "POST /labels/annotary/one/b?uploads=",
          "PUT /labels/annotary/one/b?partNumber=1&uploadId=u",
          "POST /labels/annotary/one/b?uploadId=u",
        ],
      )
      for (const { headers } of requests.slice(0, 2)) {
        assert.strictEqual(headers["x-amz-server-side-encryption"], "aws:kms")
        assert.strictEqual(headers["x-amz-server-side-encryption-aws-kms-key-id"], "key-1")
      }
      for (const { headers } of requests) {
        assert.notInclude(Object.keys(headers).join(), "checksum")
        assert.match(String(headers["x-amz-content-sha256"]), /^[0-9a-f]{64}$/)
      }
    }),
  )
})
