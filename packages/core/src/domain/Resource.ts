/** The resources that errors name. */
import { Schema } from "effect"

/** The kinds of resources in errors. */
export const Resource = Schema.Literal(
  "dataset",
  "sample",
  "label",
  "label version",
  "configuration version",
  "labeling guide",
  "labelset",
  "issue",
  "comment",
  "release",
  "audit",
  "audit draw",
  "export",
  "import",
  "collaborator",
  "pause",
  "gold sample",
  "user",
  "organization",
  "model",
  "model version",
  "member",
  "API key",
  "session",
  "invitation",
  "bucket",
  "claim",
  "workunit",
  "asset",
  "job",
  "warning",
  "thumbnail",
)
export type Resource = typeof Resource.Type

/** The kinds of resources whose names can be taken. */
export const NamedResource = Schema.Literal(
  "dataset",
  "sample",
  "labelset",
  "release",
  "user",
  "organization",
  "model version",
  "bucket",
)
