/**
 * The keys of release files. Every attempt to build one writes to a separate key, so that a worker that lost its lease cannot
 * overwrite another's file. A restored file has the key of the first attempt: it is stored only with the SHA-256 of its release.
 */
import { Schema } from "effect"
import { ReleaseId } from "../domain/Ids.ts"
import type { Job } from "../domain/Job.ts"
import { parseJson, toJsonText } from "../domain/JsonText.ts"
import type { NewJob } from "../domain/newJob.ts"
import type { Release } from "../domain/Release.ts"
import { maxAttempts } from "../jobs/JobHandlers.ts"

const Payload = Schema.Struct({ release: ReleaseId })
const decodePayload = Schema.decodeUnknownSync(Payload)

/** The job that builds the release. */
export const releaseJob = (release: Release): NewJob => ({
  kind: "release",
  datasetId: release.datasetId,
  payload: toJsonText({ release: release.id }),
  total: null,
  createdBy: release.createdBy,
})

/** The release that the job builds. */
export const readReleaseId = (job: Job): ReleaseId => decodePayload(parseJson(job.payload)).release

/** Each attempt writes a separate file. */
export const formatAttemptKey = (release: ReleaseId, attempt: number): string =>
  `releases/${release}/${attempt}.json`

/** The keys of all attempts up to the given one, except the published one. */
export const listAttemptKeys = (
  release: ReleaseId,
  {
    upTo = maxAttempts,
    except,
  }: { readonly upTo?: number; readonly except?: string | null | undefined } = {},
): ReadonlyArray<string> =>
  Array.from({ length: Math.min(upTo, maxAttempts) }, (_, index) =>
    formatAttemptKey(release, index + 1),
  ).filter((key) => key !== except)
