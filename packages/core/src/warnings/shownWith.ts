import type { WarningId } from "../domain/Ids.ts"
import type { ShownWarning, StoredWarning } from "../domain/Warning.ts"
import type { StoredDismissal } from "./WarningStore.ts"

/** The warnings with their dismissals. A dismissal of other content is invalid. */
export const applyDismissals = (
  warnings: ReadonlyArray<StoredWarning>,
  dismissals: ReadonlyArray<StoredDismissal>,
): ReadonlyArray<ShownWarning> => {
  const byWarning = new Map<WarningId, StoredDismissal>(dismissals.map((one) => [one.warning, one]))
  // Written out, because spreading takes several times as long.
  return warnings.map((warning) => {
    const dismissal = byWarning.get(warning.id)
    return {
      id: warning.id,
      rule: warning.rule,
      ruleIndex: warning.ruleIndex,
      message: warning.message,
      frame: warning.frame,
      sensor: warning.sensor,
      annotationIds: warning.annotationIds,
      trackIds: warning.trackIds,
      attribute: warning.attribute,
      measured: warning.measured,
      limit: warning.limit,
      dismissed:
        dismissal?.content === warning.content
          ? { reason: dismissal.reason, by: dismissal.by, at: dismissal.at }
          : null,
    }
  })
}
