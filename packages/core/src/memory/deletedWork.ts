/** The workunits that are kept of deleted datasets, in memory. */
import { HashMap } from "effect"
import { formatFullName } from "../domain/Dataset.ts"
import { nameKey } from "../domain/Names.ts"
import type { DeletedWorkQuery, DeletedWorkunit, WorkunitStore } from "../placement/WorkunitStore.ts"
import type { DatasetRows, State } from "./State.ts"
import { compareCreation, readWorkunitPage } from "./workunitPages.ts"

export const makeDeletedWork = (
  state: State,
  { owner, ...query }: DeletedWorkQuery,
): ReadonlyArray<DeletedWorkunit> =>
  readWorkunitPage(
    listKept(state)
      .filter(({ dataset }) => nameKey(dataset.owner) === nameKey(owner))
      .flatMap(({ dataset, deletion, workunits }) =>
        [...HashMap.values(workunits)].map((workunit) => ({
          workunit,
          datasetId: dataset.id,
          dataset: formatFullName(dataset),
          deletedAt: deletion.at,
        })),
      )
      .sort((a, b) => compareCreation(a.workunit, b.workunit)),
    ({ workunit }) => workunit,
    query,
  ).map((found) => ({ ...found, workunit: { ...found.workunit, answer: null } }))

export const endKept = (
  state: State,
  which: Parameters<typeof WorkunitStore.Service.endKept>[0],
): readonly [ReadonlyArray<DatasetRows["dataset"]>, State] => {
  const ended =
    "id" in which
      ? listKept(state).filter(({ dataset }) => dataset.id === which.id && dataset.owner === which.owner)
      : listKept(state)
          .filter(({ deletion }) => deletion.keepWorkUntil <= which.until)
          .slice(0, which.limit)
  return [
    ended.map(({ dataset }) => dataset),
    {
      ...state,
      deleted: HashMap.union(
        state.deleted,
        HashMap.fromIterable(
          ended.map((rows) => [
            rows.dataset.id,
            { ...rows, deletion: { ...rows.deletion, keepWorkUntil: null } },
          ]),
        ),
      ),
    },
  ]
}

const listKept = (state: State) =>
  [...HashMap.values(state.deleted)].flatMap((rows) => {
    const { at, keepWorkUntil } = rows.deletion ?? { at: null, keepWorkUntil: null }
    return at === null || keepWorkUntil === null ? [] : [{ ...rows, deletion: { at, keepWorkUntil } }]
  })
