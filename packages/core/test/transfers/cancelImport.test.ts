import {
  Assets,
  Conflict,
  type FormatRecord,
  FormatRegistry,
  type Formats,
  Imports,
  JobWorker,
  layerJobHandlers,
  Samples,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, Runtime, Stream } from "effect"
import { as, datasetOf, named, people, world } from "../world.ts"

const cats = named("ada", "cats")

const recordOf = (name: string): FormatRecord => ({
  name,
  attributes: JSON.stringify({ image: { url: `https://images.example/${name}.png` } }),
  metadata: "{}",
  label: JSON.stringify({ annotations: [] }),
})

/** What happens at a moment of an import: between records, or after the last one. */
type Moment = (reading: number, index: number) => Promise<void>

/** A format of two samples. Its records are read once to validate them, and once to save them. */
const twoSamples = (moment: () => Moment): Formats => ({
  list: async () => [{ name: "two", title: "Two samples", writes: false, reads: true }],
  write: () => Promise.reject(new Error("It is only read.")),
  read: async () => {
    let reading = 0
    return {
      format: "two",
      records: async function* () {
        reading += 1
        for (const index of [0, 1]) {
          await moment()(reading, index)
          yield recordOf(`sample ${index}`)
        }
        await moment()(reading, 2)
      },
      losses: () => [],
      close: async () => {},
    }
  },
})

/** Begins an import, works on it, and cancels it at a moment of the work. */
const canceledAt = (reading: number, index: number) => {
  let moment: Moment = async () => {}
  const layer = JobWorker.Default.pipe(
    Layer.provide(layerJobHandlers),
    Layer.provideMerge(world()),
    Layer.provideMerge(
      Layer.succeed(
        FormatRegistry,
        twoSamples(() => moment),
      ),
    ),
  )
  return Effect.gen(function* () {
    const [assets, imports, samples] = yield* Effect.all([Assets, Imports, Samples])
    yield* people("ada")
    yield* datasetOf("ada")
    const made = yield* as("ada")(assets.create({ filename: "two.zip" }))
    yield* assets.upload(made.asset.id, made.presignedPostFields.fields, Stream.make(Uint8Array.of(1)))
    const begun = yield* as("ada")(imports.create(cats, { asset: made.asset.id }))
    const runtime = yield* Effect.runtime<Effect.Effect.Context<ReturnType<typeof cancel>>>()
    const cancel = () => Effect.either(as("ada")(imports.cancel(cats, begun.id)))
    const answers: Array<Effect.Effect.Success<ReturnType<typeof cancel>>> = []
    moment = async (...at) => {
      if (at[0] === reading && at[1] === index) answers.push(await Runtime.runPromise(runtime)(cancel()))
    }
    yield* (yield* JobWorker).step
    const [answer] = answers
    if (answer === undefined) return assert.fail("The moment never came.")
    const { status } = yield* as("ada")(imports.get(cats, begun.id))
    const { rows } = yield* as("ada")(samples.list(cats))
    const samplesCount = yield* Stream.runCount(rows)
    return { answer, status, samplesCount }
  }).pipe(Effect.provide(layer))
}

describe("an import that is canceled", () => {
  for (const [when, index] of [
    ["while it is validated", 1],
    ["after the last sample was validated", 2],
  ] as const)
    it.effect(`${when} saves nothing`, () =>
      Effect.gen(function* () {
        const { answer, samplesCount, status } = yield* canceledAt(1, index)
        assert.isTrue(Either.isRight(answer))
        assert.strictEqual(status, "CANCELED")
        assert.strictEqual(samplesCount, 0)
      }),
    )

  for (const [when, index] of [
    ["before the first sample is saved", 0],
    ["while it is saved", 1],
    ["after the last sample was saved", 2],
  ] as const)
    it.effect(`${when} goes on, and the refusal says so`, () =>
      Effect.gen(function* () {
        const { answer, samplesCount, status } = yield* canceledAt(2, index)
        const refused = Either.match(answer, { onLeft: (error) => error, onRight: () => null })
        assert.instanceOf(refused, Conflict)
        assert.strictEqual(status, "SUCCEEDED")
        assert.strictEqual(samplesCount, 2)
      }),
    )
})
