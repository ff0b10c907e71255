/** WorkunitStore: records of completed work. */
import type { ClaimId, DatasetId, Workunit } from "@annotary/core"
import { type DailyWork, fullName, type WorkSummary, WorkunitStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"
import { byAge, byId, liveDataset } from "../lookups.ts"

export const workunitStore = ({ call, tables }: Database) => {
  const { datasets, workunits } = tables
  const of = (dataset: DatasetId) =>
    liveDataset(tables, dataset) === undefined ? [] : workunits.by("dataset", dataset)
  const endOf = (claim: ClaimId) => workunits.by("claim", claim).find(({ action }) => action !== "save")
  return WorkunitStore.of({
    insert: (unit) =>
      call("WorkunitStore.insert", () => {
        const ends = unit.claimId !== null && unit.action !== "save"
        if (ends && unit.claimId !== null && endOf(unit.claimId) !== undefined) return false
        workunits.put(unit.id, unit)
        return true
      }),
    endOf: (claim) => call("WorkunitStore.endOf", () => Option.fromNullable(endOf(claim))),
    lastSave: (claim) =>
      call("WorkunitStore.lastSave", () => {
        const saves = workunits.by("claim", claim).filter(({ action }) => action === "save")
        return Option.fromNullable(saves.sort(byId).at(-1))
      }),
    savedWork: (claim) =>
      call("WorkunitStore.savedWork", () => {
        const saves = workunits.by("claim", claim).filter(({ action }) => action === "save")
        const last = saves.sort(byId).at(-1)
        const sum = (key: "time" | "inactiveTime") => saves.reduce((total, unit) => total + unit[key], 0)
        return Option.map(Option.fromNullable(last), ({ createdAt: at }) => ({
          time: sum("time"),
          inactiveTime: sum("inactiveTime"),
          at,
        }))
      }),
    list: ({ datasetId, descending, end, limit, offset, start, user }) =>
      call("WorkunitStore.list", () =>
        of(datasetId)
          .filter((unit) => user === undefined || unit.createdBy === user)
          .filter((unit) => start === undefined || unit.createdAt >= start)
          .filter((unit) => end === undefined || unit.createdAt < end)
          .sort((a, b) => (descending ? byAge(b, a) : byAge(a, b)))
          .slice(offset, offset + limit)
          .map((unit) => ({ ...unit, answer: null })),
      ),
    summary: (dataset, start, end) =>
      call("WorkunitStore.summary", () =>
        sumsOf(of(dataset).filter(({ createdAt }) => createdAt >= start && createdAt < end)),
      ),
    daily: (dataset, { end, start, user }) =>
      call("WorkunitStore.daily", () =>
        dailyOf(
          of(dataset)
            .filter(({ action }) => action !== "save")
            .filter(({ createdBy }) => user === null || createdBy === user)
            .filter(({ createdAt }) => createdAt >= start && createdAt < end),
        ),
      ),
    ofDeleted: ({ descending, end, limit, offset, owner, start, user }) =>
      call("WorkunitStore.ofDeleted", () =>
        datasets
          .by("owner", owner)
          .filter(({ keepWorkUntil }) => keepWorkUntil !== null)
          .flatMap(({ dataset, deletedAt }) =>
            workunits.by("dataset", dataset.id).map((unit) => ({
              workunit: { ...unit, answer: null },
              datasetId: dataset.id,
              dataset: fullName(dataset),
              deletedAt: deletedAt ?? unit.createdAt,
            })),
          )
          .filter(({ workunit }) => user === undefined || workunit.createdBy === user)
          .filter(({ workunit }) => start === undefined || workunit.createdAt >= start)
          .filter(({ workunit }) => end === undefined || workunit.createdAt < end)
          .sort(({ workunit: a }, { workunit: b }) => (descending ? byAge(b, a) : byAge(a, b)))
          .slice(offset, offset + limit),
      ),
    endKept: (which) =>
      call("WorkunitStore.endKept", () => {
        const kept = datasets.all().filter(({ keepWorkUntil }) => keepWorkUntil !== null)
        const ended =
          "id" in which
            ? kept.filter(({ dataset }) => dataset.id === which.id && dataset.owner === which.owner)
            : kept
                .filter(({ keepWorkUntil }) => keepWorkUntil !== null && keepWorkUntil <= which.until)
                .slice(0, which.limit)
        for (const row of ended) datasets.put(row.dataset.id, { ...row, keepWorkUntil: null })
        return ended.map(({ dataset }) => dataset)
      }),
    forgetAnswers: (before, limit) =>
      call("WorkunitStore.forgetAnswers", () => {
        const old = workunits.all().filter(({ createdAt }) => createdAt < before)
        const some = old.filter(({ answer, digest }) => answer !== null || digest !== null).slice(0, limit)
        for (const unit of some) workunits.put(unit.id, { ...unit, digest: null, answer: null })
        return some.length
      }),
  })
}

const sumsOf = (units: ReadonlyArray<Workunit>): ReadonlyArray<WorkSummary> => {
  const sums = new Map<string, WorkSummary>()
  for (const { createdBy: user, inactiveTime, time, workType } of units) {
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

const dailyOf = (units: ReadonlyArray<Workunit>): ReadonlyArray<DailyWork> => {
  const sums = new Map<string, DailyWork>()
  for (const { createdAt, workType } of units) {
    const day = createdAt.slice(0, 10)
    const key = `${day} ${workType}`
    sums.set(key, { day, workType, workunits: (sums.get(key)?.workunits ?? 0) + 1 })
  }
  const keys = [...sums.keys()].sort()
  return keys.flatMap((key) => sums.get(key) ?? [])
}
