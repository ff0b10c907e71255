/** WorkunitStore in memory. */
import { HashMap, Option } from "effect"
import type { ClaimId, WorkunitId } from "../../domain/Ids.ts"
import type { Workunit } from "../../domain/Workunit.ts"
import type { SavedWork } from "../../queue/measureWork.ts"
import { type DailyWork, type WorkSummary, WorkunitStore } from "../../queue/WorkunitStore.ts"
import type { Database } from "./Database.ts"
import { deletedWork, endKept } from "./deletedWork.ts"
import { datasetOf, inDataset, type State } from "./State.ts"
import { compareAscii, remembered } from "./sorted.ts"
import { byCreation, pageOf } from "./workunitPages.ts"

export const workunitStore = (db: Database): typeof WorkunitStore.Service =>
  WorkunitStore.of({
    insert: (workunit) => db.write((state) => insert(state, workunit)),
    endOf: (claim) => db.read((state) => Option.fromNullable(ofClaim(state, claim).find(ends))),
    lastSave: (claim) =>
      db.read((state) => Option.fromNullable(ofClaim(state, claim).findLast((unit) => !ends(unit)))),
    savedWork: (claim) =>
      db.read((state) => Option.fromNullable(sumSaves(ofClaim(state, claim).filter((unit) => !ends(unit))))),
    list: ({ datasetId, ...query }) =>
      db.read((state) =>
        pageOf(ordered(state, datasetId), (unit) => unit, query).map((unit) => ({ ...unit, answer: null })),
      ),
    summary: (dataset, start, end) =>
      db.read((state) =>
        summarised(ordered(state, dataset).filter((unit) => unit.createdAt >= start && unit.createdAt < end)),
      ),
    daily: (dataset, { end, start, user }) =>
      db.read((state) =>
        byDay(
          ordered(state, dataset).filter(
            (unit) =>
              ends(unit) &&
              (user === null || unit.createdBy === user) &&
              unit.createdAt >= start &&
              unit.createdAt < end,
          ),
        ),
      ),
    ofDeleted: (query) => db.read((state) => deletedWork(state, query)),
    endKept: (datasets) => db.write((state) => endKept(state, datasets)),
    forgetAnswers: (before, limit) => db.write((state) => forget(state, before, limit)),
  })

/** Whether the work ended its claim. A save does not. */
const ends = (unit: Workunit): boolean => unit.action !== "save"

const inOrder = remembered(
  (units: HashMap.HashMap<WorkunitId, Workunit>): ReadonlyArray<Workunit> =>
    [...HashMap.values(units)].sort(byCreation),
)

const ordered = (state: State, dataset: Workunit["datasetId"]): ReadonlyArray<Workunit> => {
  const rows = datasetOf(state, dataset)
  return rows === undefined ? [] : inOrder(rows.workunits)
}

const ofClaim = (state: State, claim: ClaimId): ReadonlyArray<Workunit> => {
  const work = Option.getOrUndefined(HashMap.get(state.claimWork, claim))
  const rows = work === undefined ? undefined : datasetOf(state, work.dataset)
  if (work === undefined || rows === undefined) return []
  return work.units.flatMap((id) => Option.toArray(HashMap.get(rows.workunits, id)))
}

const insert = (state: State, unit: Workunit): readonly [boolean, State] => {
  const earlier = unit.claimId === null ? [] : ofClaim(state, unit.claimId)
  if (ends(unit) && earlier.some(ends)) return [false, state]
  const [, next] = inDataset(state, unit.datasetId, undefined, (rows) => [
    undefined,
    { ...rows, workunits: HashMap.set(rows.workunits, unit.id, unit) },
  ])
  if (unit.claimId === null) return [true, next]
  const work = { dataset: unit.datasetId, units: [...earlier.map(({ id }) => id), unit.id] }
  return [true, { ...next, claimWork: HashMap.set(next.claimWork, unit.claimId, work) }]
}

const sumSaves = (saves: ReadonlyArray<Workunit>): SavedWork | undefined => {
  const last = saves.at(-1)
  if (last === undefined) return undefined
  const sum = (key: "time" | "inactiveTime") => saves.reduce((total, unit) => total + unit[key], 0)
  return { time: sum("time"), inactiveTime: sum("inactiveTime"), at: last.createdAt }
}

const summarised = (units: ReadonlyArray<Workunit>): ReadonlyArray<WorkSummary> => {
  const sums = new Map<string, WorkSummary>()
  for (const { createdBy: user, workType, time, inactiveTime } of units) {
    const key = `${user} ${workType}`
    const sum = sums.get(key) ?? { user, workType, workunits: 0, time: 0, inactiveTime: 0 }
    sums.set(key, {
      ...sum,
      workunits: sum.workunits + 1,
      time: sum.time + time,
      inactiveTime: sum.inactiveTime + inactiveTime,
    })
  }
  return [...sums.values()]
}

const byDay = (units: ReadonlyArray<Workunit>): ReadonlyArray<DailyWork> => {
  const sums = new Map<string, DailyWork>()
  for (const { createdAt, workType } of units) {
    const day = createdAt.slice(0, 10)
    const key = `${day} ${workType}`
    sums.set(key, { day, workType, workunits: (sums.get(key)?.workunits ?? 0) + 1 })
  }
  return [...sums].sort(([a], [b]) => compareAscii(a, b)).map(([, sum]) => sum)
}

const forget = (state: State, before: Workunit["createdAt"], limit: number): readonly [number, State] => {
  let forgotten = 0
  let next = state
  for (const dataset of HashMap.keys(state.datasets)) {
    const due = ordered(state, dataset)
      .filter((unit) => unit.createdAt < before && (unit.digest !== null || unit.answer !== null))
      .slice(0, limit - forgotten)
    forgotten += due.length
    next = inDataset(next, dataset, undefined, (rows) => [
      undefined,
      due.length === 0
        ? rows
        : {
            ...rows,
            workunits: due.reduce(
              (all, unit) => HashMap.set(all, unit.id, { ...unit, digest: null, answer: null }),
              rows.workunits,
            ),
          },
    ])[1]
  }
  return [forgotten, next]
}
