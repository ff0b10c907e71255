/** Rows of workunits, issues and comments. */
import type { Comment, Issue, Workunit } from "@annotary/core/effect"
import { flag, nullable, number, table, text } from "./columns.ts"

export const workunits = table<Workunit>({
  id: text("id"),
  datasetId: text("dataset_id"),
  sampleId: text("sample_id"),
  sampleName: text("sample_name"),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
  workType: text("work_type"),
  action: text("action"),
  time: number("time_ms"),
  inactiveTime: number("inactive_ms"),
  nextLabelStatus: nullable(text("next_label_status")),
  labelRating: nullable(number("label_rating")),
  objects: nullable(text("objects")),
  labeler: nullable(text("labeler")),
  reviewedBefore: nullable(flag("reviewed_before")),
  claimId: nullable(text("claim_id")),
  digest: nullable(text("digest")),
  answer: nullable(text("answer")),
})

/** An issue without its sample's name, which is read from the sample, and its comments, which are rows. */
export type IssueHead = Omit<Issue, "sampleName" | "comments">

export const issueHeads = table<IssueHead>({
  id: text("id"),
  datasetId: text("dataset_id"),
  sampleId: text("sample_id"),
  description: text("description"),
  status: text("status"),
  anchor: nullable(text("anchor")),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
  updatedAt: text("updated_at"),
  updatedBy: text("updated_by"),
})

export const comments = table<Comment>({
  id: text("id"),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
  text: text("body"),
})
