/** The leases of claims that ended without work. */
import { HashMap } from "effect"
import { fromMillis, type Timestamp, toMillis } from "../domain/Timestamp.ts"
import type { EndedLease, EndedLeaseScope } from "../placement/ClaimStore.ts"
import type { EndedClaim } from "./queueRows.ts"
import type { State } from "./State.ts"

export const findEnded = ({ queue }: State, scope: EndedLeaseScope): ReadonlyArray<EndedLease> =>
  [...HashMap.entries(queue.ended)].flatMap(([id, row]) =>
    row.lease !== null && isInScope(row, scope)
      ? { id, startsAt: fromMillis(row.lease.start), endsAt: fromMillis(row.lease.end) }
      : [],
  )

export const countEnded = (state: State, scope: EndedLeaseScope, until: Timestamp): State => {
  const counted = toMillis(until)
  const ended = HashMap.map(state.queue.ended, (row) => {
    if (row.lease === null || !isInScope(row, scope) || row.lease.start >= counted) return row
    return { ...row, lease: row.lease.end <= counted ? null : { ...row.lease, start: counted } }
  })
  return { ...state, queue: { ...state.queue, ended } }
}

const isInScope = (
  { datasetId, lease }: EndedClaim,
  { holder, queue, sampleId, ...scope }: EndedLeaseScope,
): boolean =>
  datasetId === scope.datasetId &&
  lease?.sampleId === sampleId &&
  lease.holder === holder &&
  lease.queue === queue
