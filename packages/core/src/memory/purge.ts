/** Purges a deleted dataset in batches: samples first, then the rest, the dataset last. Workunits that are kept stay. */
import { HashMap, Option } from "effect"
import type { DatasetId } from "../domain/Ids.ts"
import { setRow } from "./queueRows.ts"
import { type DatasetRows, makeEmptyDataset, type State } from "./State.ts"
import { removeSamples } from "./sampleStore.ts"

/** Deletes nothing while a release is being built. */
export const purge = (state: State, id: DatasetId, limit: number): readonly [number, State] => {
  const rows = Option.getOrUndefined(HashMap.get(state.deleted, id))
  if (rows === undefined || limit < 1) return [0, state]
  if (HashMap.some(rows.releases, ({ status }) => status === "PENDING")) return [0, state]
  const samples = takeFirst(HashMap.keys(rows.samples), limit)
  const rest: State = {
    ...state,
    deleted: HashMap.set(state.deleted, id, removeSamples(rows, new Set(samples))),
    homes: HashMap.removeMany(state.homes, samples),
    queue: samples.reduce((queue, sample) => setRow(queue, sample, undefined), state.queue),
  }
  if (samples.length === limit) return [limit, rest]
  const others = [
    ...HashMap.keys(rows.releases),
    ...HashMap.keys(rows.transfers),
    ...HashMap.keys(rows.issues),
  ]
  const isKept = isWorkKept(rows) && HashMap.size(rows.workunits) > 0
  const remainingRows = {
    ...makeEmptyDataset(rows.dataset),
    workunits: rows.workunits,
    deletion: rows.deletion,
  }
  return [
    isKept ? samples.length : samples.length + 1,
    {
      ...rest,
      deleted: isKept ? HashMap.set(rest.deleted, id, remainingRows) : HashMap.remove(rest.deleted, id),
      homes: HashMap.removeMany(rest.homes, others),
      claimWork: isKept ? rest.claimWork : HashMap.filter(rest.claimWork, (work) => work.dataset !== id),
    },
  ]
}

const isWorkKept = ({ deletion }: DatasetRows): boolean => (deletion?.keepWorkUntil ?? null) !== null

const takeFirst = <A>(items: Iterable<A>, limit: number): ReadonlyArray<A> => {
  const taken: Array<A> = []
  for (const item of items) {
    if (taken.length === limit) break
    taken.push(item)
  }
  return taken
}
