/** Combines the warnings of a check result with their dismissals. Pure. */
import type { WarningId } from "../domain/Ids.ts"
import type { RuleCounts, ShownWarning, StoredWarning, WarningRuleName } from "../domain/Warning.ts"
import type { StoredDismissal } from "./WarningStore.ts"

/** The warnings with their dismissals. A dismissal of other content is invalid. */
export const shownWith = (
  warnings: ReadonlyArray<StoredWarning>,
  dismissals: ReadonlyArray<StoredDismissal>,
): ReadonlyArray<ShownWarning> => {
  const byWarning = new Map<WarningId, StoredDismissal>(dismissals.map((one) => [one.warning, one]))
  return warnings.map(({ content, ...warning }) => {
    const found = byWarning.get(warning.id)
    const dismissed = found?.content === content ? { reason: found.reason, by: found.by, at: found.at } : null
    return { ...warning, dismissed }
  })
}

/** The number of dismissed warnings by rule. */
export const dismissedIn = (warnings: ReadonlyArray<ShownWarning>): RuleCounts => {
  const counts: { [Rule in WarningRuleName]?: number } = {}
  for (const { dismissed, rule } of warnings) if (dismissed !== null) counts[rule] = (counts[rule] ?? 0) + 1
  return counts
}
