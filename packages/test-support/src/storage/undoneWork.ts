/**
 * A suite for storages that serve several connections: submitted and accepted work is taken back through the engine, alone and beside
 * others who claim the same samples.
 */
import {
  type Claim,
  type ClaimId,
  CurrentActor,
  castToJsonText,
  type DatasetSettings,
  DatasetStore,
  defaultSettings,
  EngineSettings,
  type JsonText,
  Labels,
  layerEngine,
  Queue,
  type QueueName,
  type SampleId,
  Samples,
  type Storage,
  system,
  Username,
  type WorkInput,
} from "@annotary/core/effect"
import { addDataset, addLabelset, addPerson } from "@annotary/storage-contract"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, Stream } from "effect"

const provideStorage = <E>(storage: Layer.Layer<Storage, E>) =>
  layerEngine.pipe(
    Layer.provideMerge(storage),
    Layer.provideMerge(Layer.succeed(EngineSettings, { ...defaultSettings, events: "always" })),
    Layer.provideMerge(Layer.succeed(CurrentActor, system)),
  )

const runAs =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, CurrentActor>> =>
    Effect.provideService(effect, CurrentActor, {
      _tag: "Person",
      username: Username.make(name),
      siteAdmin: false,
      credentialsExpireAt: null,
    })

/** The dataset `OWNER/streets`, whose owner, labelers and reviewer have names of this case alone. */
const prepareDataset = (prefix: string, count: number, settings: Partial<DatasetSettings> = {}) =>
  Effect.gen(function* () {
    const datasets = yield* DatasetStore
    const owner = yield* addPerson(`${prefix}-owner`)
    const dataset = yield* addDataset(owner, "streets")
    yield* datasets.update({ ...dataset, settings: { ...dataset.settings, ...settings } }, dataset.version)
    yield* addLabelset(dataset)
    const roles = [
      ["lab", "labeler"],
      ["lab2", "labeler"],
      ["rev", "reviewer"],
    ] as const
    for (const [name, role] of roles)
      yield* datasets.addCollaborator(dataset.id, yield* addPerson(`${prefix}-${name}`), role)
    const ref = { _tag: "Id", id: dataset.id } as const
    const names = Array.from({ length: count }, (_, index) => ({ name: `${index}` }))
    const { samples } = yield* runAs(owner)(
      Effect.flatMap(Samples, (service) => service.createMany(ref, names)),
    )

    const claimAs = (name: string, queue: QueueName, size = 1) =>
      Effect.gen(function* () {
        const claimed = yield* (yield* Queue).claim(ref, queue, { count: size })
        return [...(yield* Stream.runCollect(claimed))].map(({ claim }) => claim)
      }).pipe(runAs(`${prefix}-${name}`))
    const perform = (name: string, claim: Claim, action: "submit" | "accept", input: WorkInput) =>
      runAs(`${prefix}-${name}`)(Effect.flatMap(Queue, (queue) => queue.perform(claim.id, action, input)))
    const undo = (name: string, id: ClaimId) =>
      runAs(`${prefix}-${name}`)(Effect.flatMap(Queue, (queue) => queue.undo(id)))
    const readLabel = (sample: SampleId) =>
      runAs(owner)(
        Effect.flatMap(Labels, (labels) => Effect.either(labels.get(sample, "ground-truth"))).pipe(
          Effect.map(Either.map(({ label }) => label)),
        ),
      )
    const readActions = (sample: SampleId) =>
      Effect.gen(function* () {
        const entries = yield* (yield* Labels).history(sample, "ground-truth")
        return entries.map(({ action, to }) => `${action} ${to}`).reverse()
      }).pipe(runAs(owner))
    return { claimAs, perform, readActions, readLabel, samples: samples.map(({ sample }) => sample.id), undo }
  })

const makeBody = (x: number): JsonText =>
  castToJsonText(
    `{"annotations":[{"id":1,"category_id":1,"type":"cuboid","position":{"x":${x},"y":0,"z":0},"dimensions":{"x":2,"y":1,"z":1},"yaw":0}]}`,
  )

const takeFirst = <A>(list: ReadonlyArray<A>): Effect.Effect<A> => Effect.orDie(Effect.fromNullable(list[0]))

export const defineUndoSuite = <E>(storage: Layer.Layer<Storage, E>) => {
  it.scopedLive("takes back a submit, and an accept after it, with all that they changed", () =>
    Effect.gen(function* () {
      const { claimAs, perform, readActions, readLabel, samples, undo } = yield* prepareDataset("alone", 1)
      const sample = yield* takeFirst(samples)
      const first = yield* takeFirst(yield* claimAs("lab", "labeling"))
      yield* perform("lab", first, "submit", { attributes: makeBody(1) })
      const { claimed: again } = yield* undo("lab", first.id)
      assert.strictEqual(again?.sample.id, sample)
      assert.strictEqual((yield* Effect.flip(yield* readLabel(sample)))._tag, "NotFound")
      assert.lengthOf(yield* claimAs("lab2", "labeling"), 0)
      assert.lengthOf(yield* claimAs("rev", "reviewing"), 0)

      yield* perform("lab", again?.claim ?? first, "submit", { attributes: makeBody(2) })
      const review = yield* takeFirst(yield* claimAs("rev", "reviewing"))
      yield* perform("rev", review, "accept", { rating: 4 })
      assert.deepInclude<object>(yield* yield* readLabel(sample), {
        status: "REVIEWED",
        rating: 4,
        reviewer: "alone-rev",
      })
      const { claimed: reviewAgain } = yield* undo("rev", review.id)
      assert.deepInclude<object>(yield* yield* readLabel(sample), {
        status: "LABELED",
        attributes: makeBody(2),
        rating: null,
        labeler: "alone-lab",
        reviewer: null,
      })
      assert.strictEqual(reviewAgain?.claim.queue, "reviewing")
      assert.deepStrictEqual(yield* readActions(sample), [
        "submit LABELED",
        "undo null",
        "submit LABELED",
        "accept REVIEWED",
        "undo LABELED",
      ])
    }).pipe(Effect.provide(provideStorage(storage))),
  )

  it.scopedLive("accepts a submit whose sample is not drawn, which cannot be taken back", () =>
    Effect.gen(function* () {
      const settings = { reviewRate: 0, reviewWarnings: false }
      const prepared = yield* prepareDataset("drawn", 2, settings)
      const { claimAs, perform, readActions, readLabel, samples, undo } = prepared
      const claims = yield* claimAs("lab", "labeling", 2)
      const submit = (claim: Claim) => perform("lab", claim, "submit", { attributes: makeBody(1) })
      // At once, as two pages of one person do.
      yield* Effect.forEach(claims, submit, { concurrency: 2 })
      for (const claim of claims) {
        assert.isTrue((yield* submit(claim)).repeated)
        assert.strictEqual((yield* Effect.flip(undo("lab", claim.id)))._tag, "Conflict")
      }
      for (const sample of samples) {
        assert.deepInclude<object>(yield* yield* readLabel(sample), {
          status: "REVIEWED",
          attributes: makeBody(1),
          labeler: "drawn-lab",
          reviewer: null,
        })
        assert.deepStrictEqual(yield* readActions(sample), ["submit LABELED", "accept_by_sampling REVIEWED"])
      }
      assert.lengthOf(yield* claimAs("rev", "reviewing", 2), 0)
    }).pipe(Effect.provide(provideStorage(storage))),
  )

  it.scopedLive("gives each sample to one person, when reviewers claim what labelers take back", () =>
    Effect.gen(function* () {
      const { claimAs, perform, readActions, readLabel, samples, undo } = yield* prepareDataset("race", 12)
      const claims = yield* claimAs("lab", "labeling", 12)
      assert.lengthOf(claims, 12)
      for (const claim of claims) yield* perform("lab", claim, "submit", { attributes: makeBody(1) })
      // Twice each, as a client that repeats a request whose answer it has lost.
      const undone = Effect.forEach(
        claims.flatMap((claim) => [claim, claim]),
        ({ id, sampleId }) => Effect.map(Effect.either(undo("lab", id)), (result) => ({ result, sampleId })),
        { concurrency: 4 },
      )
      const reviewed = Effect.replicateEffect(claimAs("rev", "reviewing"), 12)
      const [results, reviews] = yield* Effect.all([undone, reviewed], { concurrency: "unbounded" })
      const inReview = new Set(reviews.flat().map(({ sampleId }) => sampleId))
      for (const sample of samples) {
        const ends = results.filter(({ sampleId }) => sampleId === sample).map(({ result }) => result)
        const successes = ends.filter(Either.isRight)
        assert.lengthOf(successes, inReview.has(sample) ? 0 : 1, sample)
        for (const refused of ends.filter(Either.isLeft)) assert.strictEqual(refused.left._tag, "Conflict")
        assert.strictEqual(Either.isRight(yield* readLabel(sample)), inReview.has(sample))
        assert.deepStrictEqual(
          yield* readActions(sample),
          inReview.has(sample) ? ["submit LABELED"] : ["submit LABELED", "undo null"],
        )
      }
      // What was taken back is held by the labeler, so that nothing waits for anybody else.
      assert.lengthOf(yield* claimAs("lab2", "labeling", 12), 0)
    }).pipe(Effect.provide(provideStorage(storage))),
  )
}
