import { Effect } from "effect"
import type { AuditDraw, ReleaseAudit } from "../domain/ReleaseAudit.ts"
import { ReleaseAuditStore } from "../releases/ReleaseAuditStore.ts"

const pageSize = 1000

/** Reads the draws of an audit in pages. */
export const makeDrawPages = Effect.map(ReleaseAuditStore, (store) => {
  /** The draws after one number, up to another. */
  const read = Effect.fnUntraced(function* (audit: ReleaseAudit, after: number, upTo: number) {
    const draws: Array<AuditDraw> = []
    for (let last = after; last < upTo; ) {
      const page = yield* store.listDraws(audit, { after: last, limit: Math.min(pageSize, upTo - last) })
      draws.push(...page)
      if (page.length === 0) break
      last = page.at(-1)?.number ?? upTo
    }
    return draws as ReadonlyArray<AuditDraw>
  })

  return {
    read,
    /** The draws that the bound counts. */
    readCounted: (audit: ReleaseAudit) => read(audit, 0, audit.audited),
  }
})
