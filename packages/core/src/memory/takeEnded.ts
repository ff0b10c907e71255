/** Takes the leases of claims that ended without work. */
import { HashMap } from "effect"
import type { Claim } from "../domain/Claim.ts"
import { fromMillis } from "../domain/Timestamp.ts"
import type { EndedLease } from "../placement/ClaimStore.ts"
import type { State } from "./State.ts"

/** The leases of the person on the sample that were not taken before. */
export const takeEnded = (
  state: State,
  { datasetId, holder, sampleId }: Pick<Claim, "datasetId" | "holder" | "sampleId">,
): readonly [ReadonlyArray<EndedLease>, State] => {
  const leases: Array<EndedLease> = []
  let { ended } = state.queue
  for (const [id, row] of state.queue.ended) {
    const { at, lease } = row
    if (row.datasetId !== datasetId || lease?.sampleId !== sampleId || lease.holder !== holder) continue
    leases.push({ id, claimedAt: lease.claimedAt, endedAt: fromMillis(Math.min(at, lease.until)) })
    ended = HashMap.set(ended, id, { ...row, lease: null })
  }
  return [leases, { ...state, queue: { ...state.queue, ended } }]
}
