/** A dataset to release, written straight into the storage, and the services around it. */
import { Chunk, Effect, Layer, Stream } from "effect"
import { Access } from "../../src/access/Access.ts"
import { AuditLog } from "../../src/access/AuditLog.ts"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { LabelsetStore } from "../../src/access/LabelsetStore.ts"
import { CurrentActor, system } from "../../src/domain/Actor.ts"
import { generateId, generateIds, LabelsetId, SampleId, VersionId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import type { Labelset } from "../../src/domain/Labelset.ts"
import { groundTruth, SampleName } from "../../src/domain/Names.ts"
import type { Release } from "../../src/domain/Release.ts"
import type { Sample } from "../../src/domain/Sample.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { Events } from "../../src/events/Events.ts"
import { JobHandlers } from "../../src/jobs/JobHandlers.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { JobWorker } from "../../src/jobs/JobWorker.ts"
import { composeServices } from "../../src/kernel/composeServices.ts"
import {
  defaultSettings,
  EngineSettings,
  type EngineSettingsValues,
} from "../../src/kernel/EngineSettings.ts"
import { LabelStore } from "../../src/labels/LabelStore.ts"
import { makeLayer } from "../../src/memory/layer.ts"
import { SampleStore } from "../../src/reading/SampleStore.ts"
import { FileUrls } from "../../src/releases/FileUrls.ts"
import { PendingReleases } from "../../src/releases/PendingReleases.ts"
import { ReleaseBuilder } from "../../src/releases/ReleaseBuilder.ts"
import { ReleaseStatements } from "../../src/releases/ReleaseStatements.ts"
import { ReleaseStore } from "../../src/releases/ReleaseStore.ts"
import { Releases } from "../../src/releases/Releases.ts"
import { SigningKeys } from "../../src/releases/SigningKeys.ts"
import { StatementKeys } from "../../src/releases/StatementKeys.ts"
import { BlobStore } from "../../src/storage/BlobStore.ts"
import { ada, at, dataset as blank } from "./snapshots.ts"

const handlers = Layer.effect(
  JobHandlers,
  Effect.map(ReleaseBuilder, ({ handler }) => ({ release: handler })),
)

/** The services of releases, for the engine itself as the caller. */
export const services = (
  settings: Partial<EngineSettingsValues> = {},
  storage: Layer.Layer<Storage> = makeLayer(),
) =>
  JobWorker.Default.pipe(
    Layer.provideMerge(handlers),
    Layer.provideMerge(
      composeServices(
        Access,
        AuditLog,
        Events,
        FileUrls,
        Jobs,
        PendingReleases,
        ReleaseBuilder,
        ReleaseStatements,
        Releases,
        SigningKeys,
        StatementKeys,
      ),
    ),
    Layer.provideMerge(storage),
    Layer.provideMerge(Layer.succeed(EngineSettings, { ...defaultSettings, events: "always", ...settings })),
    Layer.provideMerge(Layer.succeed(CurrentActor, system)),
  )

/** How requests name the dataset. */
export const ref = { _tag: "Name", owner: "ada", name: "streets" } as const

export const datasetId = blank.id

const truth: Labelset = {
  id: LabelsetId.make("01900000-0000-7000-8000-00000000000a"),
  datasetId,
  name: groundTruth,
  description: "",
  isGroundTruth: true,
  createdAt: at,
  createdBy: ada,
}

/** `ada/streets` with so many samples, every second of them labeled. */
export const prepare = (count: number) =>
  Effect.gen(function* () {
    yield* (yield* DatasetStore).insert(blank)
    yield* (yield* LabelsetStore).insert(truth)
    return yield* addSamples(count)
  })

export const addSamples = (count: number) =>
  Effect.gen(function* () {
    const ids = yield* generateIds(SampleId, count)
    const samples = yield* Effect.forEach(ids, sampleOf)
    const store = yield* SampleStore
    const labels = yield* LabelStore
    yield* Effect.forEach(Chunk.chunksOf(Chunk.fromIterable(samples), 1000), (part) =>
      store.insert([...part]),
    )
    const labeled = yield* Effect.forEach(
      samples.filter((_, index) => index % 2 === 0),
      labelOf,
    )
    yield* Effect.forEach(Chunk.chunksOf(Chunk.fromIterable(labeled), 1000), (part) =>
      labels.writeNew([...part], "write"),
    )
    return samples
  })

const sampleOf = (id: SampleId): Effect.Effect<Sample> =>
  Effect.map(generateId(VersionId), (version) => ({
    id,
    datasetId,
    name: SampleName.make(`sample ${id}`),
    attributes: castToJsonText(`{"image":{"url":"https://example.com/${id}.png"}}`),
    metadata: castToJsonText('{"at":1700000000123456789}'),
    readme: "",
    priority: 0,
    assignedLabeler: null,
    assignedReviewer: null,
    createdAt: at,
    createdBy: ada,
    updatedAt: at,
    version,
  }))

const labelOf = (sample: Sample) =>
  Effect.map(generateId(VersionId), (version) => ({
    datasetId,
    sampleId: sample.id,
    labelsetId: truth.id,
    status: "LABELED" as const,
    attributes: castToJsonText('{"annotations":[]}'),
    score: null,
    rating: null,
    createdAt: at,
    createdBy: ada,
    updatedAt: at,
    updatedBy: ada,
    reviewedAt: null,
    reviewedBy: null,
    labeler: ada,
    reviewer: null,
    rejecter: null,
    configVersion: 1,
    version,
  }))

/** The bytes of a finished release's file. */
export const bytesOf = (release: Release) =>
  Effect.flatMap(BlobStore, (blobs) =>
    Effect.map(Stream.runCollect(blobs.get(release.fileKey ?? "none")), (pieces) =>
      Buffer.concat([...pieces]),
    ),
  )

/** The release as it is now. */
export const current = (release: Release) =>
  Effect.flatMap(ReleaseStore, (store) => Effect.flatten(store.byId(release.id)))

/** Creates a release and lets the worker build it. */
export const build = (name: string) =>
  Effect.gen(function* () {
    const release = yield* (yield* Releases).create(ref, { name })
    yield* (yield* JobWorker).step
    return yield* current(release)
  })
