/** Rows of releases, exports and imports, assets, jobs and events. */
import type { Asset, Job, OutboxEvent, Release, StoredRecords, Transfer } from "@annotary/core/effect"
import { datasetOrNone } from "./accounts.ts"
import { type Column, nullable, number, table, text } from "./columns.ts"

type Columns<A> = Parameters<typeof table<A & object>>[0]

const releaseColumns: Columns<Release> = {
  id: text("id"),
  datasetId: text("dataset_id"),
  name: text("name"),
  description: text("description"),
  status: text("status"),
  statusInfo: nullable(text("status_info")),
  samplesCount: number("samples_count"),
  samplesDone: number("samples_done"),
  sha256: nullable(text("sha256")),
  sizeBytes: nullable(number("size_bytes")),
  samplesSha256: nullable(text("samples_sha256")),
  fileKey: nullable(text("file_key")),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
}
export const releases = table<Release>(releaseColumns)

/** Signed statements, each a line of JSON. */
export const statements: Column<ReadonlyArray<string>> = {
  name: "statements",
  read: (raw) => text<string>("statements").read(raw).split("\n").slice(0, -1),
  write: (lines) => lines.map((line) => `${line}\n`).join(""),
}

/** Releases with their statements, as archives have them. */
export const signedReleases = table<Release & Pick<StoredRecords["releases"], "statements">>({
  ...releaseColumns,
  statements,
})

export const transfers = table<Transfer>({
  id: text("id"),
  datasetId: text("dataset_id"),
  direction: text("direction"),
  format: nullable(text("format")),
  options: text("options"),
  assetId: nullable(text("asset_id")),
  status: text("status"),
  statusInfo: nullable(text("status_info")),
  samplesDone: number("samples_done"),
  report: nullable(text("report")),
  sha256: nullable(text("sha256")),
  sizeBytes: nullable(number("size_bytes")),
  fileKey: nullable(text("file_key")),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
})

export const assets = table<Asset>({
  id: text("id"),
  filename: text("filename"),
  contentType: nullable(text("content_type")),
  sizeBytes: nullable(number("size_bytes")),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
  readDigest: text("read_digest"),
  uploadDigest: text("upload_digest"),
  uploadExpiresAt: text("upload_expires_at"),
  uploadedAt: nullable(text("uploaded_at")),
  unreferencedSince: nullable(text("unreferenced_since")),
})

export const jobs = table<Job>({
  id: text("id"),
  kind: text("kind"),
  datasetId: text("dataset_id"),
  payload: text("payload"),
  status: text("status"),
  done: number("done"),
  total: nullable(number("total")),
  attempts: number("attempts"),
  error: nullable(text("error")),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
})

export const outboxEvents = table<OutboxEvent>({
  id: text("id"),
  type: text("type"),
  datasetId: datasetOrNone("dataset_id"),
  owner: text("owner"),
  dataset: text("dataset"),
  createdAt: text("created_at"),
  object: text("object"),
  text: text("summary"),
  trace: nullable(text("trace")),
})
