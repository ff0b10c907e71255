/** The settings of how long things are kept. */
import { assetSettings } from "./assetSettings.ts"
import { makeInteger, makeSetting } from "./Setting.ts"

export const retentionSettings = {
  auditKeepDays: makeSetting(
    "ANNOTARY_AUDIT_KEEP_DAYS",
    makeInteger(0, 36_500),
    "0",
    "How long audit entries are kept; 0 keeps them forever.",
  ),
  deletedWorkKeepDays: makeSetting(
    "ANNOTARY_DELETED_WORK_KEEP_DAYS",
    makeInteger(0, 36_500),
    "0",
    "How long the workunits of deleted datasets are kept after the deletion; 0 removes them with their dataset.",
  ),
  jobKeepDays: makeSetting(
    "ANNOTARY_JOB_KEEP_DAYS",
    makeInteger(0, 36_500),
    "30",
    "How long the records of finished jobs are kept after the jobs were created; 0 keeps them forever.",
  ),
  exportKeepDays: makeSetting(
    "ANNOTARY_EXPORT_KEEP_DAYS",
    makeInteger(0, 36_500),
    "30",
    "How long finished exports and their files are kept after the exports were created; 0 keeps them forever. Releases are always kept.",
  ),
  ...assetSettings,
  idempotencyKeepHours: makeSetting(
    "ANNOTARY_IDEMPOTENCY_KEEP_HOURS",
    makeInteger(1, 8760),
    "24",
    "How long the response to a request with an `Idempotency-Key` is kept and repeated.",
  ),
} as const
