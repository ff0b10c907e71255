/** One dataset with samples, made through the ports. */
import {
  ClaimStore,
  castToJsonText,
  type Dataset,
  DatasetId,
  DatasetName,
  DatasetSettings,
  DatasetStore,
  emptyObject,
  generateId,
  generateIds,
  groundTruth,
  type Labelset,
  LabelsetId,
  LabelsetStore,
  now,
  queueKey,
  type Sample,
  SampleId,
  SampleName,
  SampleStore,
  Transaction,
  Username,
  UserStore,
  VersionId,
} from "@annotary/core/effect"
import { Effect, Schema } from "effect"

export const owner = Username.make("owner")

export const makeDataset = Effect.gen(function* () {
  const users = yield* UserStore
  const datasets = yield* DatasetStore
  const labelsets = yield* LabelsetStore
  const at = yield* now
  const base = { createdAt: at, createdBy: owner }
  yield* users.insert({
    username: owner,
    email: null,
    isOrganization: false,
    siteAdmin: false,
    webhooksEnabled: false,
    feedSince: null,
    createdAt: at,
    createdBy: null,
    disabledAt: null,
    modelOf: null,
    displayName: null,
  })
  const dataset: Dataset = {
    ...base,
    id: yield* generateId(DatasetId),
    owner,
    name: DatasetName.make("flowers"),
    description: "",
    readme: "",
    guide: "",
    category: "garden",
    taskType: "bboxes",
    dataType: "IMAGE",
    public: false,
    archived: false,
    settings: Schema.decodeSync(DatasetSettings)({}),
    metadata: emptyObject,
    regionOfInterest: null,
    taskAttributes: emptyObject,
    configVersion: 1,
    clonedFrom: null,
    updatedAt: at,
    version: yield* generateId(VersionId),
  }
  const labelset: Labelset = {
    ...base,
    id: yield* generateId(LabelsetId),
    datasetId: dataset.id,
    name: groundTruth,
    description: "",
    isGroundTruth: true,
  }
  yield* datasets.insert(dataset)
  yield* labelsets.insert(labelset)
  return { dataset, labelset }
})

/** In the labeling pool; `names` begin with the prefix. */
export const addSamples = (dataset: Dataset, prefix: string, count: number) =>
  Effect.gen(function* () {
    const samples = yield* SampleStore
    const claims = yield* ClaimStore
    const datasets = yield* DatasetStore
    const { run } = yield* Transaction
    const at = yield* now
    const ids = yield* generateIds(SampleId, count)
    const versions = yield* generateIds(VersionId, count)
    const rows = ids.map(
      (id, index): Sample => ({
        id,
        datasetId: dataset.id,
        name: SampleName.make(`${prefix}${index}`),
        attributes: castToJsonText(`{"timestamp":1732106701123456789,"index":${index}}`),
        metadata: castToJsonText('{"city":"Bern"}'),
        readme: "",
        priority: 0,
        assignedLabeler: null,
        assignedReviewer: null,
        createdAt: at,
        createdBy: owner,
        updatedAt: at,
        version: versions[index] ?? VersionId.make(id),
      }),
    )
    yield* run(
      Effect.gen(function* () {
        yield* samples.insert(rows)
        const everybody = { mayLabel: () => true, mayReview: () => true, mayPrelabel: () => true }
        const nothing = { status: null, labeler: null, reviewer: null, rejecter: null }
        const facts = { ...nothing, priority: 0, assignedLabeler: null, assignedReviewer: null }
        yield* claims.place(
          dataset.id,
          ids.map((sampleId) => queueKey({ ...facts, sampleId }, everybody)),
        )
        yield* datasets.addCounts(dataset.id, { samples: count, byStatus: {} })
      }),
    )
    return rows
  })
