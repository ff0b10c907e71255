/** An example of each component, as the reference shows it. A test decodes every example with its schema. */
import { defaultLeaseSeconds, eventTypes, LabelStatus } from "@annotary/core/effect"

const at = "2026-11-20T13:25:01.123456Z"
const sample_uuid = "01a1f9bf-a215-7003-8c2c-728255280668"
const version = "01a1f9bf-a155-7002-ad5d-4c5ce0e6b1bd"

const owner = { username: "jane", email: "jane@example.org", created_at: at }
const account = {
  username: "jane",
  created_at: at,
  is_organization: false,
  email: "jane@example.org",
  organization_created_by: null,
  webhooks_enabled: false,
}
const configuration = {
  format_version: "0.1",
  categories: [
    { id: 1, name: "car", color: [0, 113, 188], attributes: [{ name: "parked", input_type: "checkbox" }] },
  ],
}
const labelset = {
  uuid: "01a1f9bf-a154-7001-a5c5-296ba484a26d",
  name: "ground-truth",
  description: "",
  is_groundtruth: true,
  created_at: at,
}
const attributes = { image: { url: "https://example.org/kitten.jpg" } }
const annotations = {
  format_version: "0.1",
  annotations: [
    {
      id: 1,
      category_id: 1,
      type: "bbox",
      points: [
        [12.5, 20],
        [80, 64.25],
      ],
    },
  ],
}
const sample = {
  uuid: sample_uuid,
  name: "kitten.jpg",
  attributes,
  metadata: { city: "Gent" },
  created_at: at,
  created_by: "jane",
  updated_at: at,
  priority: 0,
  assigned_labeler: null,
  assigned_reviewer: null,
  readme: "",
  dataset_full_name: "jane/cats",
}
const label = {
  sample_uuid,
  label_type: "bboxes",
  label_status: "LABELED",
  labelset: "ground-truth",
  attributes: annotations,
  created_at: at,
  created_by: "jane",
  updated_at: at,
  updated_by: "jane",
  reviewed_at: null,
  reviewed_by: null,
  score: null,
  rating: null,
  config_version: 1,
  version,
}
const claim = {
  claim_id: "01a1f9bf-a260-7002-a190-c1eef2b8315c",
  queue: "labeling",
  step: 4,
  holder: "jane",
  sample_uuid,
  claimed_at: at,
  expires_at: "2026-11-20T13:40:01.123456Z",
}
const workunit = {
  uuid: "01a1f9bf-a265-7000-9d1d-a98faeb2b5e7",
  created_at: at,
  created_by: "jane",
  work_type: "label",
  action: "submit",
  sample_uuid,
  sample_name: "kitten.jpg",
  time: 41250,
  inactive_time: 0,
  next_label_status: "LABELED",
  label_rating: null,
}

/** Encoded by the engine, so that no field is missing. */
const { example } = eventTypes.find(({ type }) => type === "dataset.created") ?? { example: {} }
const { object: writtenDataset = {} }: { readonly object?: object } = Object(example)

export const examples: Readonly<Record<string, unknown>> = {
  Account: account,
  Labelset: labelset,
  Collaborator: { user: account, role: "labeler" },
  Dataset: {
    ...writtenDataset,
    uuid: "01a1f9bf-a154-7001-a5c5-296ba484a26e",
    name: "cats",
    full_name: "jane/cats",
    description: "Cats of the neighbourhood",
    data_type: "IMAGE",
    category: "other",
    task_type: "bboxes",
    task_attributes: configuration,
    owner,
    created_at: at,
    updated_at: at,
    samples_count: 1,
    label_stats: {
      ...Object.fromEntries(LabelStatus.literals.map((status) => [status, status === "LABELED" ? 1 : 0])),
      UNLABELED: 0,
      TOTAL: 1,
    },
    labelsets: [labelset],
    noncollaborator_can_label: false,
    noncollaborator_can_review: false,
    role: "owner",
    permissions: ["read", "label", "review"],
  },
  Sample: sample,
  Label: label,
  Issue: {
    uuid: "01a1f9bf-a260-7002-a190-c1eef2b8315d",
    description: "Blurred",
    status: "OPEN",
    anchor: { type: "basic" },
    created_at: at,
    updated_at: at,
    created_by: "jane",
    updated_by: "jane",
    sample_uuid,
    sample_name: "kitten.jpg",
    comments: [],
  },
  ClaimedSample: { ...claim, sample, label: null },
  Claim: claim,
  Workunit: workunit,
  DeletedWorkunit: {
    ...workunit,
    dataset_uuid: "01a1f9bf-a260-7002-a190-c1eef2b8315a",
    dataset_full_name: "jane/cats",
    dataset_deleted_at: at,
  },
  WorkDone: { label, workunit, warnings: null },
  Release: {
    uuid: "01a1f9bf-a260-7002-a190-c1eef2b8315e",
    name: "v1.0",
    description: "",
    release_type: "JSON",
    attributes: {
      url: "https://annotary.example.org/releases/01a1f9bf-a260-7002-a190-c1eef2b8315e/file?expires=1795180000&token=…",
    },
    status: "SUCCEEDED",
    status_info: null,
    samples_count: 1,
    sha256: "a34310308ea59a98590d58d42f0a38eb6476c45677776c6c93c771bf4930d805",
    size_bytes: 2091,
    samples_sha256: "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
    created_at: at,
    created_by: "jane",
  },
  Job: {
    uuid: "01a1f9bf-a260-7002-a190-c1eef2b8315f",
    kind: "clone",
    status: "RUNNING",
    done: 120000,
    total: 250000,
    error: null,
    created_at: at,
    created_by: "jane",
  },
  NewDataset: { name: "cats", category: "other", task_type: "bboxes", task_attributes: configuration },
  ConfigurationChange: { configuration },
  ConfigurationMigration: {
    configuration,
    config_version: 1,
    actions: [{ op: "merge_category", category_id: 2, to: 1 }],
  },
  ConfigurationPreview: {
    labels: 2500,
    affected: 120,
    effects: [
      {
        action: 0,
        kind: "merge_category",
        scope: "object",
        category_id: 2,
        attribute: null,
        value: null,
        labels: 120,
        annotations: 431,
        examples: [{ sample_uuid, labelset: "ground-truth" }],
      },
    ],
  },
  NewSample: { name: "kitten.jpg", attributes, metadata: { city: "Gent" }, priority: 1 },
  LabelChange: { label_status: "PRELABELED", attributes: annotations, score: 0.9 },
  BulkChange: { filters: { label_status: "UNLABELED" }, set: { priority: 10 } },
  ClaimRequest: { count: 1, lease_seconds: defaultLeaseSeconds },
  SampleClaimRequest: { lease_seconds: defaultLeaseSeconds },
  WorkBody: { attributes: annotations, time: 41250, inactive_time: 0 },
  NewIssue: { description: "Blurred", status: "OPEN", anchor: { type: "basic" } },
  NewRelease: { name: "v1.0", description: "" },
  NewCollaborator: { user: "john", role: "labeler" },
}
