/** People and samples with overlap, and the calls of the engine that work on them. */
import {
  type Claim,
  CurrentActor,
  type DatasetSettings,
  DatasetStore,
  defaultSettings,
  EngineSettings,
  layerEngine,
  OverlapStore,
  Queue,
  type QueueName,
  type SampleId,
  Samples,
  type Storage,
  Username,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
import { addDataset, addLabelset, addPerson } from "./fixtures.ts"

const engine = Layer.provide(layerEngine, Layer.succeed(EngineSettings, defaultSettings))
type Services = Layer.Layer.Success<typeof engine>

/** Runs the calls of a person. */
export const runAs =
  (name: string) =>
  <A, E>(effect: Effect.Effect<A, E, Services | Storage | CurrentActor>) =>
    effect.pipe(
      Effect.provideService(CurrentActor, {
        _tag: "Person",
        username: Username.make(name),
        siteAdmin: false,
        credentialsExpireAt: null,
      }),
      Effect.provide(engine),
    )

export const labelers = Array.from({ length: 8 }, (_, index) => `person${index}`)

/** A dataset of `ann` with eight labelers and a manager, and three samples, each for `overlap` people; none with overlap for 1. */
export const makeWorld = (overlap: number, changes: Partial<DatasetSettings> = {}) =>
  Effect.gen(function* () {
    const owner = yield* addPerson("ann")
    const stored = yield* addDataset(owner)
    yield* addLabelset(stored)
    const datasets = yield* DatasetStore
    const usesOverlap = overlap > 1
    const settings = { ...stored.settings, enableSaveButton: true, overlap, usesOverlap, ...changes }
    const dataset = { ...stored, settings }
    yield* datasets.update(dataset, stored.version)
    for (const name of labelers)
      yield* datasets.addCollaborator(dataset.id, yield* addPerson(name), "labeler")
    yield* datasets.addCollaborator(dataset.id, yield* addPerson("man"), "manager")
    const ref = { _tag: "Id", id: dataset.id } as const
    const { samples } = yield* runAs("ann")(
      Effect.flatMap(Samples, (all) => all.createMany(ref, [{ name: "a" }, { name: "b" }, { name: "c" }])),
    )
    return { dataset, ref, sampleIds: samples.map(({ sample }) => sample.id), store: yield* OverlapStore }
  })

export type World = Effect.Effect.Success<ReturnType<typeof makeWorld>>

export const claim = ({ ref }: World, queue: QueueName, count = 1) =>
  Effect.gen(function* () {
    const rows = yield* (yield* Queue).claim(ref, queue, { count })
    return Chunk.toReadonlyArray(yield* Stream.runCollect(rows)).map((row) => row.claim)
  })

export const submit = ({ id }: Pick<Claim, "id">, name: string) =>
  Effect.flatMap(Queue, (queue) =>
    queue.perform(id, "submit", { attributes: `{"annotations":[],"by":"${name}"}` }),
  )

export const label = (world: World, name: string) =>
  runAs(name)(
    Effect.gen(function* () {
      const claims = yield* claim(world, "labeling")
      for (const openClaim of claims) yield* submit(openClaim, name)
      return claims.length
    }),
  )

export const findState = ({ dataset, store }: World, sample: SampleId) =>
  Effect.map(store.find(dataset.id, [sample]), (overlaps) => overlaps.get(sample)?.state)

export const getFirst = ({ sampleIds: [id] }: World): SampleId => id ?? assert.fail("has no sample")
