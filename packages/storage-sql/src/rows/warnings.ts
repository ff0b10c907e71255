/** Rows of check results and dismissals. */
import type { RuleCounts, StoredCheckResult, StoredDismissal } from "@annotary/core/effect"
import { flag, json, number, table, text } from "./columns.ts"

const ruleCounts = (name: string) =>
  json<RuleCounts>(
    name,
    // Written by `encode` below, from a value of this type.
    (value) => value as RuleCounts,
    (value) => value,
  )

export const checkResults = table<StoredCheckResult>({
  sampleId: text("sample_id"),
  version: text("version"),
  configVersion: number("config_version"),
  checkedAt: text("judged_at"),
  warnings: text("warnings"),
  truncated: flag("truncated"),
  counts: ruleCounts("counts"),
  dismissed: ruleCounts("dismissed"),
})

export const dismissals = table<StoredDismissal>({
  warning: text("warning_id"),
  content: text("content"),
  reason: text("reason"),
  by: text("actor"),
  at: text("at"),
})
