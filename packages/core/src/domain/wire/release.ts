/** Releases as JSON. The signed URL is created at every read and is not part of events. */
import { Schema } from "effect"
import { type Release, ReleaseStatus } from "../Release.ts"
import { At, account, type FieldsOf, makeEventSchema, NumberOrNull, TextOrNull, Uuid } from "./shared.ts"

/** A release as JSON. */
export const ReleaseJson = Schema.Struct({
  uuid: Uuid,
  name: Schema.String,
  description: Schema.String,
  release_type: Schema.Literal("JSON"),
  attributes: Schema.Struct({
    url: Schema.optional(
      Schema.String.annotations({ description: "A temporary URL that reads the file without an API key" }),
    ),
  }),
  status: ReleaseStatus,
  status_info: TextOrNull,
  samples_count: Schema.Int,
  samples_done: Schema.optional(Schema.Int),
  sha256: TextOrNull,
  size_bytes: NumberOrNull,
  samples_sha256: TextOrNull,
  created_at: At,
  created_by: Schema.String,
}).annotations({
  identifier: "Release",
  description: "A dataset frozen at one point in time, as one file",
  ...makeEventSchema({
    size_bytes: { type: ["integer", "null"] },
    attributes: {
      type: "object",
      description: "Empty: the URL of the file is made when the release is read.",
    },
    created_by: account,
  }),
})

/** The JSON of a release, with a signed URL or null. */
export const releaseJson = (release: Release, url: string | null): FieldsOf<typeof ReleaseJson> => ({
  uuid: release.id,
  name: release.name,
  description: release.description,
  release_type: "JSON",
  attributes: { url: url ?? undefined },
  status: release.status,
  status_info: release.statusInfo,
  samples_count: release.samplesCount,
  samples_done: release.status === "PENDING" ? release.samplesDone : undefined,
  sha256: release.sha256,
  size_bytes: release.sizeBytes,
  samples_sha256: release.samplesSha256,
  created_at: release.createdAt,
  created_by: release.createdBy,
})
