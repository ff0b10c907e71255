/** Test data: accounts, datasets, samples and labels, created through the ports alone. */
import {
  type ApiKey,
  castToJsonText,
  type Dataset,
  DatasetId,
  DatasetName,
  DatasetSettings,
  DatasetStore,
  emptyObject,
  fromMillis,
  generateId,
  groundTruth,
  type Issue,
  IssueId,
  type Label,
  type Labelset,
  LabelsetId,
  LabelsetName,
  LabelsetStore,
  now,
  type Release,
  ReleaseId,
  ReleaseName,
  type Sample,
  SampleId,
  SampleName,
  SampleStore,
  type Timestamp,
  toMillis,
  type User,
  Username,
  UserStore,
  VersionId,
  type Workunit,
  WorkunitId,
} from "@annotary/core/effect"
import { Effect, Schema } from "effect"

/**
 * JSON that is easily damaged: snake_case, null, deep arrays, integers beyond 2^53, escapes, text beyond ASCII and
 * U+FFFF, and a float that ends in .0.
 */
export const oddJson = castToJsonText(
  String.raw`{"snake_case":null,"camelCase":{"é":"é","escaped":"\u00e9\n"},"deep":[[[[[1,[]]]]]],"ns":1606123456789012345,"big":9007199254740993,"float":1.0,"script":"𝒳","":[true,false]}`,
)

/** An agreement of labels with digits and members that databases easily damage. */
export const oddAgreement = castToJsonText(
  String.raw`{"people":["A","B"],"objects":[[{"id":9007199254740993,"category":1}],[]],"pairs":[{"people":[0,1],"matches":[],"quality":0.0}],"groups":[{"members":[0,null]}],"attributes":[],"agreement":0.0,"objectAlpha":1.0,"𝒳":"\u00e9\n"}`,
)

/** Text that databases easily damage. */
export const oddText = `it's "quoted" \\ 100% _ é ß 語 𝒳 \n\t-- ; DROP`

/** A timestamp with microseconds, for records with a fixed time. */
export const instant = "2026-11-20T13:25:01.123456Z" as Timestamp

/** The instant that many seconds later, or earlier for a negative number. */
export const addSeconds = (at: Timestamp, seconds: number): Timestamp =>
  fromMillis(toMillis(at) + seconds * 1000)

/** Inserts a user and returns the username. */
export const addPerson = (
  name: string,
  fields: Partial<User> = {},
): Effect.Effect<Username, never, UserStore> =>
  Effect.gen(function* () {
    const users = yield* UserStore
    const username = Username.make(name)
    const createdAt = yield* now
    const user: User = {
      username,
      email: null,
      isOrganization: false,
      siteAdmin: false,
      webhooksEnabled: false,
      feedSince: null,
      createdAt,
      createdBy: null,
      disabledAt: null,
      modelOf: null,
      displayName: null,
      ...fields,
    }
    yield* users.insert(user)
    return username
  })

/** Inserts an organization and returns its username. */
export const addOrganization = (name: string, fields: Partial<User> = {}) =>
  addPerson(name, { isOrganization: true, ...fields })

/** Builds an API key without inserting it. */
export const makeApiKey = (id: string, user: Username, fields: Partial<ApiKey> = {}): ApiKey => ({
  id,
  user,
  digest: "ab".repeat(32),
  description: "",
  createdAt: instant,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  createdBy: user,
  readOnly: false,
  datasetId: null,
  maxRole: null,
  webhooksOf: null,
  embedded: false,
  embedGrants: [],
  successor: null,
  ...fields,
})

/** The default settings. */
const defaults = Schema.decodeSync(DatasetSettings)({})

/** Builds a dataset without inserting it. */
export const makeDataset = (
  owner: Username,
  name: string,
  fields: Partial<Dataset> = {},
): Effect.Effect<Dataset> =>
  Effect.gen(function* () {
    const at = yield* now
    return {
      id: yield* generateId(DatasetId),
      owner,
      name: DatasetName.make(name),
      description: "",
      readme: "",
      guide: "",
      category: "street_scenery",
      taskType: "pointcloud-cuboid",
      dataType: "POINTCLOUD",
      public: false,
      archived: false,
      settings: defaults,
      metadata: emptyObject,
      regionOfInterest: null,
      taskAttributes: emptyObject,
      configVersion: 1,
      clonedFrom: null,
      createdAt: at,
      createdBy: owner,
      updatedAt: at,
      version: yield* generateId(VersionId),
      ...fields,
    } satisfies Dataset
  })

/** Inserts a dataset and returns it. */
export const addDataset = (owner: Username, name = "streets", fields: Partial<Dataset> = {}) =>
  Effect.gen(function* () {
    const datasets = yield* DatasetStore
    const dataset = yield* makeDataset(owner, name, fields)
    yield* datasets.insert(dataset)
    return dataset
  })

/** Inserts a labelset and returns it. Defaults to the ground truth. */
export const addLabelset = (dataset: Dataset, name: string = groundTruth, fields: Partial<Labelset> = {}) =>
  Effect.gen(function* () {
    const labelsets = yield* LabelsetStore
    const labelset: Labelset = {
      id: yield* generateId(LabelsetId),
      datasetId: dataset.id,
      name: LabelsetName.make(name),
      description: "",
      isGroundTruth: name === groundTruth,
      createdAt: yield* now,
      createdBy: dataset.createdBy,
      ...fields,
    }
    yield* labelsets.insert(labelset)
    return labelset
  })

/** A dataset of `ann` with its ground truth. */
export const aWorld = Effect.gen(function* () {
  const ann = yield* addPerson("ann")
  const dataset = yield* addDataset(ann)
  const truth = yield* addLabelset(dataset)
  return { ann, dataset, truth }
})

/** Builds a sample without inserting it. */
export const makeSample = (
  dataset: Dataset,
  name: string,
  fields: Partial<Sample> = {},
): Effect.Effect<Sample> =>
  Effect.gen(function* () {
    const at = yield* now
    return {
      id: yield* generateId(SampleId),
      datasetId: dataset.id,
      name: SampleName.make(name),
      attributes: null,
      metadata: emptyObject,
      readme: "",
      priority: 0,
      assignedLabeler: null,
      assignedReviewer: null,
      createdAt: at,
      createdBy: dataset.createdBy,
      updatedAt: at,
      version: yield* generateId(VersionId),
      ...fields,
    } satisfies Sample
  })

/** Inserts a sample and returns it. */
export const addSample = (dataset: Dataset, name = "sample", fields: Partial<Sample> = {}) =>
  Effect.gen(function* () {
    const store = yield* SampleStore
    const sample = yield* makeSample(dataset, name, fields)
    yield* store.insert([sample])
    return sample
  })

/** Inserts samples in this order and returns them. */
export const addSamples = (dataset: Dataset, all: ReadonlyArray<Partial<Sample>>) =>
  Effect.gen(function* () {
    const store = yield* SampleStore
    const samples: Array<Sample> = []
    for (const [i, fields] of all.entries())
      samples.push(yield* makeSample(dataset, `sample ${String(i).padStart(6, "0")}`, fields))
    for (let i = 0; i < samples.length; i += 1000) yield* store.insert(samples.slice(i, i + 1000))
    return samples as ReadonlyArray<Sample>
  })

/** Builds a prelabeled label without inserting it. */
export const makeLabel = (
  sample: Sample,
  labelset: Labelset,
  fields: Partial<Label> = {},
): Effect.Effect<Label> =>
  Effect.gen(function* () {
    const at = yield* now
    return {
      datasetId: sample.datasetId,
      sampleId: sample.id,
      labelsetId: labelset.id,
      status: "PRELABELED",
      attributes: null,
      score: null,
      rating: null,
      createdAt: at,
      createdBy: sample.createdBy,
      updatedAt: at,
      updatedBy: sample.createdBy,
      reviewedAt: null,
      reviewedBy: null,
      labeler: null,
      reviewer: null,
      rejecter: null,
      configVersion: 1,
      version: yield* generateId(VersionId),
      ...fields,
    } satisfies Label
  })

/** Builds an open issue without inserting it. */
export const makeIssue = (sample: Sample, fields: Partial<Issue> = {}): Effect.Effect<Issue> =>
  Effect.gen(function* () {
    const at = yield* now
    return {
      id: yield* generateId(IssueId),
      datasetId: sample.datasetId,
      sampleId: sample.id,
      sampleName: sample.name,
      description: "What is this?",
      status: "OPEN",
      anchor: null,
      createdAt: at,
      createdBy: sample.createdBy,
      updatedAt: at,
      updatedBy: sample.createdBy,
      comments: [],
      ...fields,
    } satisfies Issue
  })

/** Builds a workunit without inserting it. */
export const makeWorkunit = (sample: Sample, fields: Partial<Workunit> = {}): Effect.Effect<Workunit> =>
  Effect.gen(function* () {
    return {
      id: yield* generateId(WorkunitId),
      datasetId: sample.datasetId,
      sampleId: sample.id,
      sampleName: sample.name,
      createdAt: yield* now,
      createdBy: sample.createdBy,
      workType: "label",
      action: "submit",
      time: 0,
      inactiveTime: 0,
      nextLabelStatus: null,
      labelRating: null,
      objects: null,
      labeler: null,
      reviewedBefore: null,
      claimId: null,
      digest: null,
      answer: null,
      ...fields,
    } satisfies Workunit
  })

/** Builds a pending release without inserting it. */
export const makeRelease = (
  dataset: Dataset,
  name: string,
  fields: Partial<Release> = {},
): Effect.Effect<Release> =>
  Effect.gen(function* () {
    return {
      id: yield* generateId(ReleaseId),
      datasetId: dataset.id,
      name: ReleaseName.make(name),
      description: "",
      status: "PENDING",
      statusInfo: null,
      samplesCount: 0,
      samplesDone: 0,
      sha256: null,
      sizeBytes: null,
      samplesSha256: null,
      fileKey: null,
      createdAt: yield* now,
      createdBy: dataset.createdBy,
      ...fields,
    } satisfies Release
  })
