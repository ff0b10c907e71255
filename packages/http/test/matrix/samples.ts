/** Samples, labels, issues. */
import type { Fixture } from "../support/fixture.ts"
import { get, type Row, send } from "./rows.ts"

const first = ({ samples }: Fixture) => samples[0] ?? ""
const third = ({ samples }: Fixture) => samples[2] ?? ""
const truth = (fixture: Fixture) => `/labels/${first(fixture)}/ground-truth/`

const bulk =
  (method: string, body: (fixture: Fixture) => unknown): Row["call"] =>
  (fixture) => ({ method, path: `${fixture.dataset}/samples_bulk/`, body: body(fixture) })

export const sampleRows: ReadonlyArray<Row> = [
  { endpoint: "samples.list", rule: "read", call: get(({ dataset }) => `${dataset}/samples/`), status: 200 },
  {
    endpoint: "samples.create",
    rule: "edit_samples",
    call: send("POST", ({ dataset }) => `${dataset}/samples/`, { name: "new" }),
    status: 201,
  },
  {
    endpoint: "samples.createMany",
    rule: "edit_samples",
    call: bulk("POST", () => [{ name: "new" }]),
    status: 201,
  },
  {
    endpoint: "samples.createMany",
    note: "as NDJSON",
    rule: "edit_samples",
    call: ({ dataset }) => ({
      method: "POST",
      path: `${dataset}/samples_bulk/`,
      body: '{"name":"new"}\n',
      headers: { "content-type": "application/x-ndjson" },
    }),
    status: 200,
  },
  {
    endpoint: "samples.updateMany",
    rule: "prioritise",
    call: bulk("PATCH", ({ samples }) => ({ uuids: samples, set: { priority: 2 } })),
    status: 200,
  },
  {
    endpoint: "samples.updateMany",
    note: "a status",
    rule: "write_any_label",
    call: bulk("PATCH", () => ({ filters: { name__contains: "s3" }, set: { label_status: "SKIPPED" } })),
    status: 200,
  },
  {
    endpoint: "samples.removeMany",
    rule: "edit_samples",
    call: bulk("DELETE", ({ samples }) => ({ uuids: samples.slice(2) })),
    status: 200,
  },
  {
    endpoint: "samples.removeMatching",
    rule: "edit_samples",
    call: send("POST", ({ dataset }) => `${dataset}/samples_bulk/delete/`, {
      filters: { name__contains: "s3" },
    }),
    status: 200,
  },
  {
    endpoint: "samples.get",
    rule: "read",
    call: get((fixture) => `/samples/${first(fixture)}/`),
    status: 200,
  },
  {
    endpoint: "samples.thumbnail",
    rule: "read",
    call: get((fixture) => `/samples/${first(fixture)}/thumbnail/`),
    // No sample of these has a picture.
    status: 404,
  },
  {
    endpoint: "samples.update",
    note: "priority",
    rule: "prioritise",
    call: send("PATCH", (fixture) => `/samples/${first(fixture)}/`, { priority: 1 }),
    status: 200,
  },
  {
    endpoint: "samples.update",
    note: "content",
    rule: "edit_samples",
    call: send("PATCH", (fixture) => `/samples/${first(fixture)}/`, { readme: "new" }),
    status: 200,
  },
  {
    endpoint: "samples.remove",
    rule: "edit_samples",
    call: send("DELETE", (fixture) => `/samples/${first(fixture)}/`),
    status: 204,
  },

  { endpoint: "labels.get", rule: "read", call: get(truth), status: 200 },
  {
    endpoint: "labels.put",
    rule: "write_any_label",
    call: send("PUT", (fixture) => `/labels/${third(fixture)}/ground-truth/`, {
      attributes: { annotations: [] },
    }),
    status: 201,
  },
  {
    endpoint: "labels.put",
    note: "the work of the assignee",
    rule: "write_any_label",
    call: send("PUT", ({ samples }) => `/labels/${samples[1]}/ground-truth/`, { label_status: "LABELED" }),
    status: 201,
    besides: { labeler: 201 },
  },
  {
    endpoint: "labels.patch",
    rule: "write_any_label",
    call: send("PATCH", truth, { score: 0.5 }),
    status: 200,
  },
  { endpoint: "labels.remove", rule: "write_any_label", call: send("DELETE", truth), status: 204 },
  {
    endpoint: "labels.history",
    rule: "read",
    call: get((fixture) => `${truth(fixture)}history/`),
    status: 200,
  },
  {
    endpoint: "labels.version",
    rule: "read",
    call: get((fixture) => `${truth(fixture)}history/${fixture.labelVersion}/`),
    status: 200,
  },
  {
    endpoint: "labels.restore",
    rule: "write_any_label",
    call: (fixture) => ({
      method: "POST",
      path: `${truth(fixture)}restore/`,
      body: { version: fixture.labelVersion },
    }),
    status: 200,
  },

  { endpoint: "issues.list", rule: "read", call: get(({ dataset }) => `${dataset}/issues/`), status: 200 },
  {
    endpoint: "issues.ofSampleOrDataset",
    rule: "read",
    call: get((fixture) => `/datasets/${first(fixture)}/issues/`),
    status: 200,
  },
  {
    endpoint: "issues.ofSample",
    rule: "read",
    call: get((fixture) => `/samples/${first(fixture)}/issues/`),
    status: 200,
  },
  { endpoint: "issues.get", rule: "read", call: get(({ issue }) => `/issues/${issue}/`), status: 200 },
  {
    endpoint: "issues.open",
    rule: "open_issue",
    call: send("POST", (fixture) => `/samples/${first(fixture)}/issues/`, {
      description: "dark",
      status: "OPEN",
    }),
    status: 201,
  },
  {
    endpoint: "issues.update",
    rule: "manage_issues",
    call: send("PATCH", ({ issue }) => `/issues/${issue}/`, { status: "CLOSED" }),
    status: 200,
    besides: { labeler: 200 },
  },
  {
    endpoint: "issues.remove",
    rule: "manage_issues",
    call: send("DELETE", ({ issue }) => `/issues/${issue}/`),
    status: 204,
    besides: { labeler: 204 },
  },
  {
    endpoint: "issues.comment",
    rule: "comment",
    call: send("POST", ({ issue }) => `/issues/${issue}/comments/`, { text: "no" }),
    status: 201,
  },
  {
    endpoint: "issues.removeComment",
    rule: "manage_issues",
    call: send("DELETE", ({ comment, issue }) => `/issues/${issue}/comments/${comment}/`),
    status: 204,
    besides: { labeler: 204 },
  },
]
