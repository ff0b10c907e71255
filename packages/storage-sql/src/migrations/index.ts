/** All migrations by number. The record's type enforces the form of the names that the migrator reads. */
import accounts from "./0001_accounts.ts"
import datasets from "./0002_datasets.ts"
import samples from "./0003_samples.ts"
import labels from "./0004_labels.ts"
import queue from "./0005_queue.ts"
import work from "./0006_work.ts"
import files from "./0007_files.ts"
import ledgers from "./0008_ledgers.ts"
import directory from "./0009_directory.ts"
import duties from "./0010_duties.ts"
import snapshots from "./0011_snapshots.ts"
import blobs from "./0012_blobs.ts"
import warnings from "./0013_warnings.ts"
import configurationChanges from "./0014_configuration_changes.ts"
import webhooks from "./0015_webhooks.ts"
import outboxInline from "./0016_outbox_inline.ts"
import outboxById from "./0017_outbox_by_id.ts"
import webhookPlaces from "./0018_webhook_places.ts"
import webhookAttempts from "./0019_webhook_attempts.ts"
import webhookKeySets from "./0020_webhook_key_sets.ts"
import webhookTests from "./0021_webhook_tests.ts"
import uploadLeases from "./0022_upload_leases.ts"
import webhookSchedules from "./0023_webhook_schedules.ts"
import apiKeyMakers from "./0024_api_key_makers.ts"
import labelsWrittenDuring from "./0025_labels_written_during.ts"
import claimEnds from "./0026_claim_ends.ts"
import transfers from "./0027_transfers.ts"
import configurationVersions from "./0028_configuration_versions.ts"
import retention from "./0029_retention.ts"
import sessions from "./0030_sessions.ts"
import assetScans from "./0031_asset_scans.ts"
import apiKeyScopes from "./0032_api_key_scopes.ts"
import invitations from "./0033_invitations.ts"
import linkedIdentities from "./0034_linked_identities.ts"
import quotas from "./0035_quotas.ts"
import assetLists from "./0036_asset_lists.ts"
import buckets from "./0037_buckets.ts"
import byteQuotas from "./0038_byte_quotas.ts"
import countedAssets from "./0039_counted_assets.ts"
import embedTokens from "./0040_embed_tokens.ts"
import keptWork from "./0041_kept_work.ts"
import pictureSizes from "./0042_picture_sizes.ts"
import workFigures from "./0043_work_figures.ts"
import embedGrants from "./0044_embed_grants.ts"
import grantWords from "./0045_grant_words.ts"
import endedLeases from "./0046_ended_leases.ts"
import endedLeasesHolder from "./0047_ended_leases_holder.ts"
import releaseStatements from "./0048_release_statements.ts"
import guides from "./0049_guides.ts"
import overlap from "./0050_overlap.ts"
import overlapSets from "./0051_overlap_sets.ts"
import overlapSetsOpen from "./0052_overlap_sets_open.ts"
import models from "./0053_models.ts"
import releaseAudits from "./0054_release_audits.ts"
import predictions from "./0055_predictions.ts"
import auditPlans from "./0056_audit_plans.ts"
import pauses from "./0057_pauses.ts"
import eventFeed from "./0058_event_feed.ts"
import gold from "./0059_gold.ts"
import auditFailures from "./0060_audit_failures.ts"
import outdatedGoldAnswers from "./0061_outdated_gold_answers.ts"
import auditObjects from "./0062_audit_objects.ts"
import goldCounts from "./0063_gold_counts.ts"
import overlapHeld from "./0064_overlap_held.ts"
import firstOverlap from "./0065_first_overlap.ts"
import overlapStates from "./0066_overlap_states.ts"
import dutyCheckpoints from "./0067_duty_checkpoints.ts"
import overlapTimes from "./0068_overlap_times.ts"
import labelObjects from "./0069_label_objects.ts"
import labelObjectsMissing from "./0070_label_objects_missing.ts"
import type { Migration } from "./migration.ts"

export type Migrations = Readonly<Record<`${number}_${string}`, Migration>>

/** The last migration whose changes both baselines contain. A new database runs later ones after its baseline. */
export const lastInBaseline = 49

export const migrations: Migrations = {
  "0001_accounts": accounts,
  "0002_datasets": datasets,
  "0003_samples": samples,
  "0004_labels": labels,
  "0005_queue": queue,
  "0006_work": work,
  "0007_files": files,
  "0008_ledgers": ledgers,
  "0009_directory": directory,
  "0010_duties": duties,
  "0011_snapshots": snapshots,
  "0012_blobs": blobs,
  "0013_warnings": warnings,
  "0014_configuration_changes": configurationChanges,
  "0015_webhooks": webhooks,
  "0016_outbox_inline": outboxInline,
  "0017_outbox_by_id": outboxById,
  "0018_webhook_places": webhookPlaces,
  "0019_webhook_attempts": webhookAttempts,
  "0020_webhook_key_sets": webhookKeySets,
  "0021_webhook_tests": webhookTests,
  "0022_upload_leases": uploadLeases,
  "0023_webhook_schedules": webhookSchedules,
  "0024_api_key_makers": apiKeyMakers,
  "0025_labels_written_during": labelsWrittenDuring,
  "0026_claim_ends": claimEnds,
  "0027_transfers": transfers,
  "0028_configuration_versions": configurationVersions,
  "0029_retention": retention,
  "0030_sessions": sessions,
  "0031_asset_scans": assetScans,
  "0032_api_key_scopes": apiKeyScopes,
  "0033_invitations": invitations,
  "0034_linked_identities": linkedIdentities,
  "0035_quotas": quotas,
  "0036_asset_lists": assetLists,
  "0037_buckets": buckets,
  "0038_byte_quotas": byteQuotas,
  "0039_counted_assets": countedAssets,
  "0040_embed_tokens": embedTokens,
  "0041_kept_work": keptWork,
  "0042_picture_sizes": pictureSizes,
  "0043_work_figures": workFigures,
  "0044_embed_grants": embedGrants,
  "0045_grant_words": grantWords,
  "0046_ended_leases": endedLeases,
  "0047_ended_leases_holder": endedLeasesHolder,
  "0048_release_statements": releaseStatements,
  "0049_guides": guides,
  "0050_overlap": overlap,
  "0051_overlap_sets": overlapSets,
  "0052_overlap_sets_open": overlapSetsOpen,
  "0053_models": models,
  "0054_release_audits": releaseAudits,
  "0055_predictions": predictions,
  "0056_audit_plans": auditPlans,
  "0057_pauses": pauses,
  "0058_event_feed": eventFeed,
  "0059_gold": gold,
  "0060_audit_failures": auditFailures,
  "0061_outdated_gold_answers": outdatedGoldAnswers,
  "0062_audit_objects": auditObjects,
  "0063_gold_counts": goldCounts,
  "0064_overlap_held": overlapHeld,
  "0065_first_overlap": firstOverlap,
  "0066_overlap_states": overlapStates,
  "0067_duty_checkpoints": dutyCheckpoints,
  "0068_overlap_times": overlapTimes,
  "0069_label_objects": labelObjects,
  "0070_label_objects_missing": labelObjectsMissing,
}
