/** What of a check result is dismissed. Pure. */
import type { WarningId } from "../domain/Ids.ts"
import type { RuleCounts, ShownWarning, StoredWarning, WarningRuleName } from "../domain/Warning.ts"
import type { StoredDismissal } from "./WarningStore.ts"

/** The warnings with their dismissals. One that was given of other content does not hold. */
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

/** How many of each rule are dismissed. */
export const dismissedIn = (warnings: ReadonlyArray<ShownWarning>): RuleCounts => {
  const counts: { [Rule in WarningRuleName]?: number } = {}
  for (const { dismissed, rule } of warnings) if (dismissed !== null) counts[rule] = (counts[rule] ?? 0) + 1
  return counts
}
