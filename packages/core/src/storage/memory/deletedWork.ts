/** The workunits that are kept of deleted datasets, in memory. */
import { HashMap } from "effect"
import { fullName } from "../../domain/Dataset.ts"
import { nameKey } from "../../domain/Names.ts"
import type { DeletedWorkQuery, DeletedWorkunit, WorkunitStore } from "../../queue/WorkunitStore.ts"
import type { DatasetRows, State } from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const deletedWork = (
  state: State,
  { descending, end, limit, offset, owner, start, user }: DeletedWorkQuery,
): ReadonlyArray<DeletedWorkunit> =>
  kept(state)
    .filter(({ dataset }) => nameKey(dataset.owner) === nameKey(owner))
    .flatMap(({ dataset, deletion, workunits }) =>
      [...HashMap.values(workunits)].map((unit) => ({
        workunit: { ...unit, answer: null },
        datasetId: dataset.id,
        dataset: fullName(dataset),
        deletedAt: deletion.at,
      })),
    )
    .filter(
      ({ workunit: { createdAt, createdBy } }) =>
        (user === undefined || createdBy === user) &&
        (start === undefined || createdAt >= start) &&
        (end === undefined || createdAt < end),
    )
    .sort(
      ({ workunit: a }, { workunit: b }) =>
        (descending ? -1 : 1) * (compareAscii(a.createdAt, b.createdAt) || compareAscii(a.id, b.id)),
    )
    .slice(offset, offset + limit)

export const endKept = (
  state: State,
  which: Parameters<typeof WorkunitStore.Service.endKept>[0],
): readonly [ReadonlyArray<DatasetRows["dataset"]>, State] => {
  const ended =
    "id" in which
      ? kept(state).filter(({ dataset }) => dataset.id === which.id && dataset.owner === which.owner)
      : kept(state)
          .filter(({ deletion }) => deletion.keepWorkUntil <= which.until)
          .slice(0, which.limit)
  return [
    ended.map(({ dataset }) => dataset),
    ended.reduce(
      (all, rows) => ({
        ...all,
        deleted: HashMap.set(all.deleted, rows.dataset.id, {
          ...rows,
          deletion: { ...rows.deletion, keepWorkUntil: null },
        }),
      }),
      state,
    ),
  ]
}

const kept = (state: State) =>
  [...HashMap.values(state.deleted)].flatMap((rows) => {
    const { deletion } = rows
    if (deletion === null || deletion.keepWorkUntil === null) return []
    return [{ ...rows, deletion: { ...deletion, keepWorkUntil: deletion.keepWorkUntil } }]
  })
