/** A dataset with people in every role, and the whole engine over a storage in memory. */

import { addDataset, addLabelset, addOrganization, addPerson } from "@annotary/storage-contract"
import { Chunk, Effect, Layer, Stream } from "effect"
import { Access } from "../../src/access/Access.ts"
import { Counts } from "../../src/access/Counts.ts"
import { type DatasetRef, DatasetStore } from "../../src/access/DatasetStore.ts"
import { KnownUsers } from "../../src/access/KnownUsers.ts"
import { LabelsetFinder } from "../../src/access/LabelsetFinder.ts"
import { Assets } from "../../src/assets/Assets.ts"
import { CurrentActor, system } from "../../src/domain/Actor.ts"
import type { QueueName } from "../../src/domain/Claim.ts"
import type { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import type { ClaimId, SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText, type JsonText } from "../../src/domain/JsonText.ts"
import { Username } from "../../src/domain/Names.ts"
import { Events } from "../../src/events/Events.ts"
import { Outbox } from "../../src/events/Outbox.ts"
import { SampleFiles } from "../../src/files/SampleFiles.ts"
import { Issues } from "../../src/issues/Issues.ts"
import { composeServices } from "../../src/kernel/composeServices.ts"
import {
  defaultSettings,
  EngineSettings,
  type EngineSettingsValues,
} from "../../src/kernel/EngineSettings.ts"
import { LabelImports } from "../../src/labels/LabelImports.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { LabelWriter } from "../../src/labels/LabelWriter.ts"
import { memory } from "../../src/memory.ts"
import { PictureMeasurer } from "../../src/pictures/PictureMeasurer.ts"
import { PictureSizeWriter } from "../../src/pictures/PictureSizeWriter.ts"
import { Placement } from "../../src/placement/Placement.ts"
import type { WorkAction } from "../../src/placement/transitions.ts"
import { Workunits } from "../../src/placement/Workunits.ts"
import { AgreementStatistics } from "../../src/queue/figures/AgreementStatistics.ts"
import { WorkStatistics } from "../../src/queue/figures/WorkStatistics.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import { OverlapComparisons } from "../../src/queue/overlap/OverlapComparisons.ts"
import { Predictions } from "../../src/queue/Predictions.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { QueueViews } from "../../src/queue/QueueViews.ts"
import { ReviewDraws } from "../../src/queue/ReviewDraws.ts"
import { Work } from "../../src/queue/Work.ts"
import type { WorkInput } from "../../src/queue/workInput.ts"
import { PictureSizes } from "../../src/reading/PictureSizes.ts"
import { SampleReader } from "../../src/reading/SampleReader.ts"
import { SampleStore } from "../../src/reading/SampleStore.ts"
import { ExportedSamples } from "../../src/releases/ExportedSamples.ts"
import { BulkRewrites } from "../../src/samples/BulkRewrites.ts"
import { PredictionRequests } from "../../src/samples/PredictionRequests.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { SampleImport } from "../../src/samples/SampleImport.ts"
import { SampleInserts } from "../../src/samples/SampleInserts.ts"
import { SampleLists } from "../../src/samples/SampleLists.ts"
import { Samples } from "../../src/samples/Samples.ts"
import { Transaction } from "../../src/storage/Transaction.ts"
import { CheckResults } from "../../src/warnings/CheckResults.ts"
import { Warnings } from "../../src/warnings/Warnings.ts"

/** How requests name the dataset. */
export const streets: DatasetRef = { _tag: "Name", owner: "ann", name: "streets" }

const services = composeServices(
  Access,
  AgreementStatistics,
  Assets,
  BulkRewrites,
  CheckResults,
  Counts,
  Events,
  ExportedSamples,
  GoldSamples,
  Issues,
  KnownUsers,
  LabelImports,
  LabelWriter,
  Labels,
  LabelsetFinder,
  OverlapComparisons,
  Overlaps,
  PictureMeasurer,
  PictureSizeWriter,
  PictureSizes,
  Placement,
  PredictionRequests,
  Predictions,
  Queue,
  ReviewDraws,
  QueueViews,
  SampleBulk,
  SampleFiles,
  SampleImport,
  SampleInserts,
  SampleLists,
  SampleReader,
  Samples,
  Warnings,
  Work,
  WorkStatistics,
  Workunits,
)

/** The services of samples, labels, queue and issues over a new storage; events are written. */
export const engine = (settings: Partial<EngineSettingsValues> = {}, storage = memory()) =>
  services.pipe(
    Layer.provideMerge(storage),
    Layer.provideMerge(Layer.succeed(EngineSettings, { ...defaultSettings, events: "always", ...settings })),
    Layer.provideMerge(Layer.succeed(CurrentActor, system)),
  )

/** A storage in memory that notes each reading of samples: of what, whole or not, inside a transaction or outside. */
export const watchedStorage = () => {
  const readings: Array<string> = []
  const watched = Layer.effect(
    SampleStore,
    Effect.gen(function* () {
      const store = yield* SampleStore
      const { inside } = yield* Transaction
      const noting = <A>(what: string, effect: Effect.Effect<A>) =>
        Effect.zipRight(
          Effect.map(inside, (is) => readings.push(is ? `${what} in a transaction` : what)),
          effect,
        )
      return SampleStore.of({
        ...store,
        byId: (id) => noting("whole", store.byId(id)),
        byIds: (ids, full) => noting(full === false ? "heads" : "whole", store.byIds(ids, full)),
        portion: (ids, labels, bytes) => noting("whole", store.portion(ids, labels, bytes)),
        page: (query) => noting("page", store.page(query)),
        count: (filter, cap) => noting("count", store.count(filter, cap)),
      })
    }),
  )
  return { readings, storage: watched.pipe(Layer.provideMerge(memory())) }
}

/** The caller of an effect. */
export const as =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, CurrentActor>> =>
    Effect.provideService(effect, CurrentActor, {
      _tag: "Person",
      username: Username.make(name),
      siteAdmin: false,
      credentialsExpireAt: null,
    })

/** `ann/streets`: ann owns it; adm, man, rev, rev2, lab, lab2 are what they are called; eve is nobody; acme an organization. */
export const world = (settings: Partial<DatasetSettings> = {}) =>
  Effect.gen(function* () {
    const datasets = yield* DatasetStore
    const owner = yield* addPerson("ann")
    const dataset = yield* addDataset(owner, "streets")
    const changed = { ...dataset, settings: { ...dataset.settings, ...settings } }
    yield* datasets.update(changed, dataset.version)
    const truth = yield* addLabelset(dataset)
    const predictions = yield* addLabelset(dataset, "model-1")
    for (const [name, role] of roles)
      yield* datasets.addCollaborator(dataset.id, yield* addPerson(name), role)
    yield* addPerson("eve")
    yield* addOrganization("acme")
    return { dataset: changed, truth, predictions }
  })

const roles = [
  ["adm", "admin"],
  ["man", "manager"],
  ["rev", "reviewer"],
  ["rev2", "reviewer"],
  ["lab", "labeler"],
  ["lab2", "labeler"],
] as const

/** Samples by these names, all alike. */
export const samplesNamed = (...names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { samples } = yield* (yield* Samples).createMany(
      streets,
      names.map((name) => ({ name })),
    )
    return samples.map(({ sample }) => sample.id)
  }).pipe(as("ann"))

/** One sample. */
export const aSample = (name = "one"): Effect.Effect<SampleId, never, Samples> =>
  Effect.orDie(Effect.flatMap(samplesNamed(name), ([id]) => Effect.fromNullable(id)))

/** What a caller is given, as a list. */
export const claimed = (
  name: string,
  queue: QueueName,
  request: { readonly count?: number; readonly leaseSeconds?: number } = {},
) =>
  Effect.gen(function* () {
    const rows = yield* (yield* Queue).claim(streets, queue, request)
    return Chunk.toReadonlyArray(yield* Stream.runCollect(rows))
  }).pipe(as(name))

/** The one claim that a caller is given next. */
export const nextClaim = (name: string, queue: QueueName) =>
  Effect.flatMap(claimed(name, queue), ([row]) => Effect.fromNullable(row?.claim))

/** Works under a claim. */
export const perform = (
  name: string,
  claim: { readonly id: ClaimId },
  action: WorkAction,
  input: WorkInput = {},
) => as(name)(Effect.flatMap(Work, (work) => work.perform(claim.id, action, input)))

/** Settings of a dataset whose samples two people label. */
export const two = { overlap: 2, usesOverlap: true, enableSaveButton: true } as const

/** The people who label a sample, as a member sees them. */
export const overlapOf = (sample: SampleId, by = "man") =>
  as(by)(Effect.flatMap(Overlaps, (all) => all.get(sample)))

/** Takes back the work that ended a claim. */
export const undo = (name: string, { id }: { readonly id: Parameters<Queue["undo"]>[0] }) =>
  as(name)(Effect.flatMap(Queue, (queue) => queue.undo(id)))

/** Labels a sample directly, as its owner. */
export const labeled = (sample: SampleId, status: "LABELED" | "PRELABELED" | "REVIEWED" | "REJECTED") =>
  Effect.gen(function* () {
    return (yield* (yield* Labels).put(sample, "ground-truth", { status, attributes: body(1) })).label
  }).pipe(as("ann"))

export const body = (n: number): JsonText => castToJsonText(`{"annotations":[],"n":${n}}`)

/** The types of all events so far, with what they are about. */
export const told = Effect.gen(function* () {
  const events = yield* (yield* Outbox).read({ after: null, limit: 10_000 })
  return events.map((event) => event.type)
})

/** The counts that reading the dataset answers. */
export const countsOf = (dataset: { readonly id: Parameters<DatasetStore["Type"]["addCounts"]>[0] }) =>
  Effect.gen(function* () {
    const counts = (yield* (yield* DatasetStore).details([dataset.id])).get(dataset.id)?.counts
    const byStatus = Object.fromEntries(
      Object.entries(counts?.byStatus ?? {}).filter(([, count]) => count !== 0),
    )
    return { samples: counts?.samples ?? 0, byStatus }
  })

/** Without brands, to be compared with plain text. */
export const plain = (value: object): Record<string, unknown> => ({ ...value })

/** What the effect failed with: its tag, and its code or status where it has one. */
export const refusal = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    const { code, status } = error as { readonly code?: string; readonly status?: string }
    return [error._tag, code, status].filter((part) => part !== undefined).join(" ")
  })

/** Where the effect's input was wrong. */
export const pointersOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error): ReadonlyArray<string> => {
    const { errors } = error as { readonly errors?: ReadonlyArray<{ readonly pointer: string }> }
    return errors?.map(({ pointer }) => pointer) ?? [error._tag]
  })
