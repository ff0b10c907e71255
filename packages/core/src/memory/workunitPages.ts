/** Pages of workunits in memory. */
import type { Workunit } from "../domain/Workunit.ts"
import type { WorkunitQuery } from "../placement/WorkunitStore.ts"
import { compareAscii } from "./sorted.ts"

export const compareCreation = (a: Workunit, b: Workunit): number =>
  compareAscii(a.createdAt, b.createdAt) || compareAscii(a.id, b.id)

/** The page that a query asks for, of items in the order of the creation of their workunits. */
export const readWorkunitPage = <A>(
  items: ReadonlyArray<A>,
  unitOf: (item: A) => Workunit,
  { descending, end, limit, offset, start, user }: Omit<WorkunitQuery, "datasetId">,
): ReadonlyArray<A> => {
  const workunits = items.filter((item) => {
    const { createdAt, createdBy } = unitOf(item)
    if (user !== undefined && createdBy !== user) return false
    return (start === undefined || createdAt >= start) && (end === undefined || createdAt < end)
  })
  return (descending ? workunits.toReversed() : workunits).slice(offset, offset + limit)
}
