/** An example of each object, created by the functions of the engine, so that documentation and deliveries agree. */
import { makeDataset } from "../../datasets/datasetChange.ts"
import type { EventNoun, EventType, OperationalEventType, OutboxEvent } from "../../domain/Event.ts"
import {
  AssetId,
  CommentId,
  DatasetId,
  DeliveryId,
  EndpointId,
  EventId,
  IssueId,
  LabelsetId,
  ReleaseId,
  SampleId,
  TransferId,
  VersionId,
} from "../../domain/Ids.ts"
import { type JsonText, toJsonText, writeJson } from "../../domain/JsonText.ts"
import { finishedStatuses } from "../../domain/labelStates.ts"
import { DatasetName, LabelsetName, ReleaseName, SampleName, Username } from "../../domain/Names.ts"
import { Timestamp, toMillis } from "../../domain/Timestamp.ts"
import type { Transfer } from "../../domain/Transfer.ts"
import { makeOperationalEvent } from "../../domain/webhooks/operational.ts"
import { toDatasetJson } from "../../domain/wire/dataset.ts"
import { issueJson } from "../../domain/wire/issue.ts"
import { labelJson } from "../../domain/wire/label.ts"
import { toOverlapEventJson } from "../../domain/wire/overlapEvent.ts"
import { toPauseJson } from "../../domain/wire/pause.ts"
import { releaseJson } from "../../domain/wire/release.ts"
import type { AuditEventJson } from "../../domain/wire/releaseAudit.ts"
import { sampleJson } from "../../domain/wire/sample.ts"
import { exportJson, importJson } from "../../domain/wire/transfer.ts"

const makeExampleId = (last: number) => `019e0000-0000-7000-8000-${String(last).padStart(12, "0")}`
const at = Timestamp.make("2026-11-20T13:25:01.123456Z")
const later = Timestamp.make("2026-11-20T14:02:30.500000Z")
const acme = Username.make("acme")
const ann = Username.make("ann")
const datasetId = DatasetId.make(makeExampleId(1))
const sampleId = SampleId.make(makeExampleId(2))
const sampleName = SampleName.make("frame-0007")

const dataset = toDatasetJson(
  {
    dataset: {
      ...makeDataset(
        {
          name: DatasetName.make("crossings"),
          description: "Crossings at night",
          category: "street_scenery",
          taskType: "pointcloud-cuboid",
          taskAttributes: toJsonText({ format_version: "0.1", categories: [{ id: 1, name: "car" }] }),
        },
        {
          id: datasetId,
          version: VersionId.make(makeExampleId(3)),
          owner: acme,
          createdBy: ann,
          createdAt: at,
        },
      ),
      updatedAt: later,
    },
    owner: {
      username: acme,
      email: null,
      isOrganization: true,
      siteAdmin: false,
      webhooksEnabled: true,
      feedSince: null,
      createdAt: at,
      createdBy: ann,
      disabledAt: null,
      modelOf: null,
      displayName: null,
    },
    role: "owner",
    counts: { samples: 2, byStatus: { LABELED: 1 } },
    collaboratorsCount: 1,
    labelsets: [
      {
        id: LabelsetId.make(makeExampleId(4)),
        datasetId,
        name: LabelsetName.make("ground-truth"),
        description: "",
        isGroundTruth: true,
        createdAt: at,
        createdBy: ann,
      },
    ],
  },
  { showEmail: false },
)

const sample = sampleJson(
  {
    id: sampleId,
    datasetId,
    name: sampleName,
    attributes: toJsonText({ pcd: { url: "https://example.com/frame-0007.pcd", type: "pcd" } }),
    metadata: toJsonText({ city: "Leuven" }),
    readme: "",
    priority: 0,
    assignedLabeler: null,
    assignedReviewer: null,
    createdAt: at,
    createdBy: ann,
    updatedAt: at,
    version: VersionId.make(makeExampleId(5)),
  },
  { dataset: "acme/crossings" },
)

const label = labelJson(
  {
    datasetId,
    sampleId,
    labelsetId: LabelsetId.make(makeExampleId(4)),
    status: "LABELED",
    attributes: toJsonText({ format_version: "0.2", annotations: [] }),
    score: null,
    rating: null,
    createdAt: at,
    createdBy: ann,
    updatedAt: later,
    updatedBy: ann,
    reviewedAt: null,
    reviewedBy: null,
    labeler: ann,
    reviewer: null,
    rejecter: null,
    configVersion: 1,
    version: VersionId.make(makeExampleId(6)),
  },
  { labelset: "ground-truth", taskType: "pointcloud-cuboid" },
)

const issue = issueJson({
  id: IssueId.make(makeExampleId(7)),
  datasetId,
  sampleId,
  sampleName,
  description: "The left car is cut off.",
  status: "OPEN",
  anchor: null,
  createdAt: at,
  createdBy: ann,
  updatedAt: later,
  updatedBy: ann,
  comments: [{ id: CommentId.make(makeExampleId(8)), createdAt: later, createdBy: ann, text: "Mended." }],
})

const release = releaseJson(
  {
    id: ReleaseId.make(makeExampleId(9)),
    datasetId,
    name: ReleaseName.make("v1"),
    description: "",
    status: "SUCCEEDED",
    statusInfo: null,
    samplesCount: 2,
    samplesDone: 2,
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    sizeBytes: 52_428,
    samplesSha256: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
    fileKey: null,
    createdAt: at,
    createdBy: ann,
  },
  null,
)

const audit: AuditEventJson = {
  uuid: makeExampleId(15),
  release: "v1",
  labelset: "ground-truth",
  unit: "samples",
  plan: 1,
  state: "reached",
  ...{ level: 0.95, goal: 0.02, population: 100_000, draws: 2000 },
  ...{ audited: 413, errors: 2, not_checked: 0, revised: 0, lower: 3, upper: 1987 },
  created_at: at,
  created_by: ann,
}

const exported: Transfer = {
  id: TransferId.make(makeExampleId(14)),
  datasetId,
  direction: "export",
  format: "coco",
  options: toJsonText({ statuses: finishedStatuses }),
  assetId: null,
  status: "SUCCEEDED",
  statusInfo: null,
  samplesDone: 2,
  report: toJsonText({ samples: 2, losses: [] }),
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  sizeBytes: 20_480,
  fileKey: null,
  createdAt: at,
  createdBy: ann,
}

const imported: Transfer = {
  ...exported,
  direction: "import",
  assetId: AssetId.make(makeExampleId(15)),
  options: toJsonText({ labelset: "ground-truth", labelStatus: "PRELABELED" }),
}

const exportContext = { url: null, keepMillis: 30 * 24 * 3_600_000 }

const failed = { status: "FAILED", samplesDone: 0, report: null, sha256: null, sizeBytes: null } as const

const result = { labels: 3, agreement: 0.93, threshold: 0.8 } as const

/** The objects of single types, where other types of their noun have another one. */
export const examplesOfTypes: { readonly [Type in EventType]?: JsonText } = {
  "sample.agreed": writeJson(
    toOverlapEventJson(
      { sample: { id: sampleId, name: sampleName }, state: "decided", ...result },
      "acme/crossings",
    ),
  ),
  "sample.disputed": writeJson(
    toOverlapEventJson(
      { sample: { id: sampleId, name: sampleName }, state: "adjudicating", ...result, agreement: 0.4 },
      "acme/crossings",
    ),
  ),
  "export.failed": writeJson(
    exportJson(
      {
        ...exported,
        ...failed,
        statusInfo: "The format cannot carry everything: 3 track ids were left out.",
      },
      exportContext,
    ),
  ),
  "import.failed": writeJson(
    importJson({
      ...imported,
      ...failed,
      statusInfo: "annotations/instances_train.json: categories: is missing.",
    }),
  ),
}

const scope = {
  id: EventId.make(makeExampleId(10)),
  owner: acme,
  url: "https://example.com/hooks",
  at: later,
}
const endpointId = EndpointId.make(makeExampleId(11))
const since = toMillis(at)
const lastError = { code: "status", message: "The receiver answered with a status other than 2xx." }

/** Created by the function that storages use. */
export const exampleOperations: { readonly [Type in OperationalEventType]: OutboxEvent } = {
  "endpoint.failing": makeOperationalEvent({ _tag: "Failing", endpointId, percent: 25, since }, scope),
  "endpoint.disabled": makeOperationalEvent(
    { _tag: "Disabled", endpointId, reason: "failing", since, lastError },
    scope,
  ),
  "endpoint.recovered": makeOperationalEvent({ _tag: "Recovered", endpointId }, scope),
  "delivery.exhausted": makeOperationalEvent(
    {
      _tag: "Exhausted",
      deliveryId: DeliveryId.make(makeExampleId(12)),
      endpointId,
      eventId: EventId.make(makeExampleId(13)),
      eventType: "label.updated",
      attempts: 10,
      lastStatus: 500,
      lastError,
    },
    scope,
  ),
}

export const exampleObjects: { readonly [Noun in EventNoun]: JsonText } = {
  dataset: writeJson(dataset),
  sample: writeJson(sample),
  label: writeJson(label),
  issue: writeJson(issue),
  release: writeJson(release),
  export: writeJson(exportJson(exported, exportContext)),
  import: writeJson(importJson(imported)),
  audit: writeJson(audit),
  person: writeJson(
    toPauseJson({
      ...{ datasetId, user: Username.make("bob"), reason: "Please read the guide again." },
      ...{ at: later, by: ann },
    }),
  ),
  endpoint: exampleOperations["endpoint.failing"].object,
  delivery: exampleOperations["delivery.exhausted"].object,
}

export const exampleAt = later
export const exampleDataset = "acme/crossings"
export const exampleActor = ann

/** The name in the sentence of an event. */
export const exampleSubjects: { readonly [Noun in EventNoun]: string } = {
  dataset: exampleDataset,
  sample: sampleName,
  label: sampleName,
  issue: sampleName,
  release: "v1",
  export: "coco",
  import: "coco",
  audit: "v1",
  person: "bob",
  endpoint: "",
  delivery: "",
}
