/** WorkunitStore in memory. */
import { HashMap, Option } from "effect"
import type { ClaimId, WorkunitId } from "../domain/Ids.ts"
import type { Workunit } from "../domain/Workunit.ts"
import { type TimeSpan, type WorkSession, type WorkTally, WorkunitStore } from "../placement/WorkunitStore.ts"
import type { Database } from "./Database.ts"
import { endKept, makeDeletedWork } from "./deletedWork.ts"
import { findDatasetRows, type State, updateDataset } from "./State.ts"
import { cacheByKey } from "./sorted.ts"
import { compareCreation, readWorkunitPage } from "./workunitPages.ts"

export const makeWorkunitStore = (db: Database): typeof WorkunitStore.Service =>
  WorkunitStore.of({
    insert: (workunit) => db.write((state) => insert(state, workunit)),
    endOf: (claim) => db.read((state) => Option.fromNullable(listOfClaim(state, claim).find(isEnd))),
    lastSave: (claim) =>
      db.read((state) => Option.fromNullable(listOfClaim(state, claim).findLast((unit) => !isEnd(unit)))),
    sessions: (dataset, claims) =>
      db.read((state) =>
        claims.flatMap((claim) => {
          const units = listOfClaim(state, claim).filter(({ datasetId }) => datasetId === dataset)
          return sumSession(claim, units) ?? []
        }),
      ),
    list: ({ datasetId, ...query }) =>
      db.read((state) =>
        readWorkunitPage(listOrdered(state, datasetId), (unit) => unit, query).map((unit) => ({
          ...unit,
          answer: null,
        })),
      ),
    tally: (dataset, spans, person) =>
      db.read((state) => {
        const units = withUndoneTimes(listOrdered(state, dataset)).filter(
          (unit) => person === null || unit.createdBy === person || unit.labeler === person,
        )
        return tallyUnits(units, spans)
      }),
    ofDeleted: (query) => db.read((state) => makeDeletedWork(state, query)),
    endKept: (datasets) => db.write((state) => endKept(state, datasets)),
    forgetAnswers: (before, limit) => db.write((state) => forget(state, before, limit)),
  })

/** Whether the work ended its claim. A save does not. */
const isEnd = (unit: Workunit): boolean => unit.action !== "save"

const inOrder = cacheByKey(
  (units: HashMap.HashMap<WorkunitId, Workunit>): ReadonlyArray<Workunit> =>
    [...HashMap.values(units)].sort(compareCreation),
)

const listOrdered = (state: State, dataset: Workunit["datasetId"]): ReadonlyArray<Workunit> => {
  const rows = findDatasetRows(state, dataset)
  return rows === undefined ? [] : inOrder(rows.workunits)
}

const listOfClaim = (state: State, claim: ClaimId): ReadonlyArray<Workunit> => {
  const work = Option.getOrUndefined(HashMap.get(state.claimWork, claim))
  const rows = work === undefined ? undefined : findDatasetRows(state, work.dataset)
  if (work === undefined || rows === undefined) return []
  return work.units.flatMap((id) => Option.toArray(HashMap.get(rows.workunits, id)))
}

const insert = (state: State, unit: Workunit): readonly [boolean, State] => {
  const earlier = unit.claimId === null ? [] : listOfClaim(state, unit.claimId)
  if (isEnd(unit) && earlier.some(isEnd)) return [false, state]
  const [, next] = updateDataset(state, unit.datasetId, undefined, (rows) => [
    undefined,
    { ...rows, workunits: HashMap.set(rows.workunits, unit.id, unit) },
  ])
  if (unit.claimId === null) return [true, next]
  const work = { dataset: unit.datasetId, units: [...earlier.map(({ id }) => id), unit.id] }
  return [true, { ...next, claimWork: HashMap.set(next.claimWork, unit.claimId, work) }]
}

const sumSession = (claimId: ClaimId, units: ReadonlyArray<Workunit>): WorkSession | undefined => {
  const last = units.at(-1)
  if (last === undefined) return undefined
  const sum = (key: "time" | "inactiveTime") => units.reduce((total, unit) => total + unit[key], 0)
  return {
    claimId,
    workunits: units.length,
    time: sum("time"),
    inactiveTime: sum("inactiveTime"),
    lastAt: last.createdAt,
  }
}

/** The units, where an undo has the time of the work that it takes back. */
const withUndoneTimes = (units: ReadonlyArray<Workunit>): ReadonlyArray<Workunit> => {
  const lastTimes = new Map<string, Workunit["createdAt"]>()
  return units.flatMap((unit) => {
    const { action, createdAt, createdBy, sampleId, workType } = unit
    const key = JSON.stringify([sampleId, createdBy, workType])
    if (action === "submit" || action === "accept") lastTimes.set(key, createdAt)
    if (action !== "undo") return [unit]
    const undoneAt = lastTimes.get(key)
    return undoneAt === undefined ? [] : [{ ...unit, createdAt: undoneAt }]
  })
}

const tallyUnits = (
  units: ReadonlyArray<Workunit>,
  spans: ReadonlyArray<TimeSpan>,
): ReadonlyArray<WorkTally> => {
  const sums = new Map<string, WorkTally>()
  for (const [span, { end, start }] of spans.entries())
    for (const { action, createdAt, createdBy: user, inactiveTime, labeler, time, ...unit } of units) {
      if (createdAt < start || createdAt >= end) continue
      const { objects, reviewedBefore, workType } = unit
      const alike = { span, user, workType, action, objects, labeler, reviewedBefore }
      const key = JSON.stringify(Object.values(alike))
      const sum = sums.get(key) ?? { ...alike, workunits: 0, time: 0, inactiveTime: 0 }
      sums.set(key, {
        ...alike,
        workunits: sum.workunits + 1,
        time: sum.time + time,
        inactiveTime: sum.inactiveTime + inactiveTime,
      })
    }
  return [...sums.values()]
}

const forget = (state: State, before: Workunit["createdAt"], limit: number): readonly [number, State] => {
  let forgotten = 0
  let next = state
  for (const dataset of HashMap.keys(state.datasets)) {
    const expired = listOrdered(state, dataset)
      .filter((unit) => unit.createdAt < before && (unit.digest !== null || unit.answer !== null))
      .slice(0, limit - forgotten)
    forgotten += expired.length
    next = updateDataset(next, dataset, undefined, (rows) => [
      undefined,
      expired.length === 0
        ? rows
        : {
            ...rows,
            workunits: expired.reduce(
              (all, unit) => HashMap.set(all, unit.id, { ...unit, digest: null, answer: null }),
              rows.workunits,
            ),
          },
    ])[1]
  }
  return [forgotten, next]
}
