/** Release records as the API shows them. The signed URL is made anew at every read and is no part of events. */
import type { JsonTree } from "../JsonText.ts"
import type { Release } from "../Release.ts"

export const releaseJson = (release: Release, url: string | null): JsonTree => ({
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
