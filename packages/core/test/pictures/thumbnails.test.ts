/** Small copies of the pictures of samples: for whom, of which files, and how often they are made. */
import {
  FormatRegistry,
  type Formats,
  type JsonInput,
  RemoteFiles,
  type Sample,
  Samples,
  type ThumbnailMaking,
  Thumbnails,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Scope, TestClock } from "effect"
import { as, datasetOf, named, people, world } from "../world.ts"

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4)
const copy = { bytes: Uint8Array.of(7), contentType: "image/webp" }

type Make = NonNullable<Formats["thumbnail"]>

/** Files by the ends of their URLs; `opened` are the URLs in order, `made` what was to be made small. */
const makeWorld = (make: Make = async () => copy) => {
  const opened: Array<string> = []
  const made: Array<ThumbnailMaking> = []
  const closed: Array<string> = []
  /** Its first bytes, then nothing. */
  const makeEndless = (url: string): AsyncIterable<Uint8Array> => {
    let isBegun = false
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          if (isBegun) return new Promise(() => {})
          isBegun = true
          return Promise.resolve({ done: false, value: png })
        },
        return: async () => {
          closed.push(url)
          return { done: true, value: undefined }
        },
      }),
    }
  }
  const read = async function* (url: string) {
    if (url.endsWith("text.png")) yield new TextEncoder().encode("a text and no picture")
    else if (url.endsWith("large.png"))
      for (let chunk = 0; chunk < 33; chunk++) yield chunk === 0 ? png : new Uint8Array(1024 * 1024)
    else {
      yield png.subarray(0, 5)
      yield png.subarray(5)
    }
  }
  const layer = world().pipe(
    Layer.provideMerge(
      Layer.succeed(FormatRegistry, {
        list: async () => [],
        write: () => Promise.reject(new Error("Nothing is written.")),
        read: () => Promise.reject(new Error("Nothing is read.")),
        thumbnail: async (making) => {
          made.push(making)
          return await make(making)
        },
      }),
    ),
    Layer.provideMerge(
      Layer.succeed(RemoteFiles, {
        opensUrls: true,
        mayOpenUrl: (url) => !url.startsWith("https://closed."),
        openObject: () => Effect.succeed(null),
        openUrl: (url) =>
          Effect.sync(() => {
            opened.push(url)
            if (url.endsWith("endless.png")) return makeEndless(url)
            return url.endsWith("missing.png") ? null : read(url)
          }),
      }),
    ),
  )
  return { layer, opened, made, closed }
}

const ref = named("ann", "cats")
const image = (name: string) => ({ image: { url: `https://images.example/${name}.png` } })

/** A sample of ann's dataset. */
const makeSample = (attributes: JsonInput) =>
  Effect.gen(function* () {
    yield* people("ann", "bob")
    yield* datasetOf("ann")
    return yield* addSample("first", attributes)
  })

const addSample = (name: string, attributes: JsonInput) =>
  Effect.flatMap(Samples, (samples) => samples.create(ref, { name, attributes })).pipe(
    as("ann"),
    Effect.map(({ sample }) => sample),
  )

const get = ({ id }: Sample, size?: 96 | 320 | 640) =>
  Effect.flatMap(Thumbnails, (thumbnails) => thumbnails.get(id, size))

const codeOf = (sample: Sample, name = "ann") =>
  get(sample).pipe(as(name), Effect.match({ onSuccess: () => "made", onFailure: ({ code }) => code }))

describe("the thumbnail of a sample", () => {
  it.effect("is made of the whole file of its first picture", () => {
    const { layer, made, opened } = makeWorld()
    return Effect.gen(function* () {
      const sample = yield* makeSample({ frames: [image("a"), image("b")] })
      const thumbnail = yield* get(sample, 96).pipe(as("ann"))
      assert.deepStrictEqual(thumbnail.bytes, copy.bytes)
      assert.deepStrictEqual(opened, ["https://images.example/a.png"])
      assert.deepStrictEqual(
        made.map(({ bytes, size }) => ({ bytes, size })),
        [{ bytes: png, size: 96 }],
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("is made once for a URL and a size, and again after half an hour", () => {
    const { layer, made } = makeWorld()
    return Effect.gen(function* () {
      const sample = yield* makeSample(image("a"))
      const other = yield* addSample("second", image("a"))
      const tags = yield* Effect.forEach([sample, other, sample], (one) =>
        Effect.map(get(one, 96), ({ etag }) => etag),
      ).pipe(as("ann"))
      assert.strictEqual(new Set(tags).size, 1)
      assert.lengthOf(made, 1)
      yield* get(sample, 640).pipe(as("ann"))
      assert.lengthOf(made, 2)
      yield* TestClock.adjust("31 minutes")
      yield* get(sample, 96).pipe(as("ann"))
      assert.lengthOf(made, 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("follows the sample to another picture at once", () => {
    const { layer, opened } = makeWorld()
    return Effect.gen(function* () {
      const sample = yield* makeSample(image("a"))
      yield* get(sample).pipe(as("ann"))
      yield* Effect.flatMap(Samples, (samples) => samples.update(sample.id, { attributes: image("b") })).pipe(
        as("ann"),
      )
      yield* get(sample).pipe(as("ann"))
      assert.deepStrictEqual(opened, ["https://images.example/a.png", "https://images.example/b.png"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("has another tag when the file of its URL was replaced", () => {
    let bytes = Uint8Array.of(1)
    const { layer } = makeWorld(async () => ({ ...copy, bytes }))
    return Effect.gen(function* () {
      const sample = yield* makeSample(image("a"))
      const before = yield* get(sample).pipe(as("ann"))
      bytes = Uint8Array.of(2)
      yield* TestClock.adjust("31 minutes")
      assert.notStrictEqual((yield* get(sample).pipe(as("ann"))).etag, before.etag)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is given up after 20 seconds with a file that does not end, which is closed", () => {
    const { closed, layer } = makeWorld()
    return Effect.gen(function* () {
      const sample = yield* makeSample(image("endless"))
      const waiting = yield* Effect.fork(Effect.either(get(sample).pipe(as("ann"))))
      yield* untilIdle
      yield* TestClock.adjust("21 seconds")
      assert.strictEqual((yield* Fiber.join(waiting))._tag, "Left")
      assert.deepStrictEqual(closed, ["https://images.example/endless.png"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is not there for strangers, who learn nothing of the sample", () => {
    const { layer, opened } = makeWorld()
    return Effect.gen(function* () {
      const sample = yield* makeSample(image("a"))
      assert.strictEqual(yield* codeOf(sample, "bob"), "sample_not_found")
      yield* get(sample).pipe(as("ann"))
      assert.strictEqual(yield* codeOf(sample, "bob"), "sample_not_found")
      assert.lengthOf(opened, 1)
    }).pipe(Effect.provide(layer))
  })

  for (const [what, attributes, isOpened] of [
    ["without a picture", { pcd: { url: "https://images.example/a.pcd" } }, false],
    ["whose picture is a text", image("text"), true],
    ["whose picture has more than 32 MiB", image("large"), true],
    ["whose picture is missing", image("missing"), true],
    [
      "whose picture is on a host that the operator does not allow",
      { image: { url: "https://closed.example/a.png" } },
      false,
    ],
    ["whose picture has no URL", { image: { url: "" } }, false],
  ] as const)
    it.effect(`is not found for a sample ${what}`, () => {
      const { layer, made, opened } = makeWorld()
      return Effect.gen(function* () {
        const sample = yield* makeSample(attributes)
        assert.strictEqual(yield* codeOf(sample), "thumbnail_not_found")
        assert.strictEqual(opened.length > 0, isOpened)
        assert.lengthOf(made, 0)
      }).pipe(Effect.provide(layer))
    })

  it.effect("is tried again a minute after its maker failed", () => {
    let works = false
    const { layer, made } = makeWorld(() =>
      works ? Promise.resolve(copy) : Promise.reject(new Error("The maker is broken.")),
    )
    return Effect.gen(function* () {
      const sample = yield* makeSample(image("a"))
      assert.strictEqual(yield* codeOf(sample), "thumbnail_not_found")
      works = true
      assert.strictEqual(yield* codeOf(sample), "thumbnail_not_found")
      assert.lengthOf(made, 1)
      yield* TestClock.adjust("61 seconds")
      assert.strictEqual(yield* codeOf(sample), "made")
    }).pipe(Effect.provide(layer))
  })

  it.effect("is given up after 20 seconds, and others get their turn", () => {
    const { layer } = makeWorld(({ size }) => (size === 96 ? new Promise(() => {}) : Promise.resolve(copy)))
    return Effect.gen(function* () {
      const sample = yield* makeSample(image("a"))
      const second = yield* addSample("second", image("b"))
      const hanging = yield* Effect.forEach([sample, second], (one) =>
        Effect.fork(Effect.either(get(one, 96).pipe(as("ann")))),
      )
      const waiting = yield* Effect.fork(get(sample, 320).pipe(as("ann")))
      yield* untilIdle
      assert.isTrue((yield* Fiber.poll(waiting))._tag === "None")
      yield* TestClock.adjust("21 seconds")
      assert.deepStrictEqual((yield* Fiber.join(waiting)).bytes, copy.bytes)
      for (const fiber of hanging) assert.strictEqual((yield* Fiber.join(fiber))._tag, "Left")
    }).pipe(Effect.provide(layer))
  })

  it.effect("is made for the others who wait when the first caller goes away", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { layer, made } = makeWorld(async () => {
        await Effect.runPromise(Deferred.await(gate))
        return copy
      })
      yield* Effect.gen(function* () {
        const sample = yield* makeSample(image("a"))
        const first = yield* Effect.fork(get(sample).pipe(as("ann")))
        const second = yield* Effect.fork(get(sample).pipe(as("ann")))
        yield* untilIdle
        const leaving = yield* Effect.fork(Fiber.interrupt(first))
        yield* untilIdle
        yield* Deferred.succeed(gate, undefined)
        assert.deepStrictEqual((yield* Fiber.join(second)).bytes, copy.bytes)
        yield* Fiber.join(leaving)
        assert.lengthOf(made, 1)
      }).pipe(Effect.provide(layer))
    }),
  )

  it.effect("is not made any more when the engine closes", () => {
    const { layer, made } = makeWorld()
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(layer, scope)
      yield* Effect.flatMap(makeSample(image("a")), (sample) => get(sample).pipe(as("ann"))).pipe(
        Effect.provide(context),
      )
      assert.isFalse(made[0]?.signal.aborted)
      yield* Scope.close(scope, yield* Effect.exit(Effect.void))
      assert.isTrue(made[0]?.signal.aborted)
    })
  })
})

/** Lets fibers and promises go on as far as they can. */
const untilIdle = Effect.forEach(
  Array.from({ length: 20 }),
  () => Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
  { discard: true },
)
