/** WorkunitStore: records of completed work. */
import type { ClaimId, DatasetId, Workunit } from "@annotary/core"
import { fullName, type WorkTally, WorkunitStore } from "@annotary/core/effect"
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
    sessions: (claims) =>
      call("WorkunitStore.sessions", () =>
        claims.flatMap((claimId) => {
          const units = [...workunits.by("claim", claimId)].sort(byAge)
          const last = units.at(-1)
          if (last === undefined) return []
          const { inactiveTime, time } = sumTimes(units)
          return [{ claimId, workunits: units.length, time, inactiveTime, lastAt: last.createdAt }]
        }),
      ),
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
    tally: (dataset, spans, person) =>
      call("WorkunitStore.tally", () => {
        const units = of(dataset).filter(
          ({ createdBy, labeler }) => person === null || createdBy === person || labeler === person,
        )
        return spans.flatMap(({ end, start }, span) =>
          tallyOf(
            units.filter(({ createdAt }) => createdAt >= start && createdAt < end),
            span,
          ),
        )
      }),
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

const sumTimes = (units: ReadonlyArray<Workunit>): Pick<Workunit, "time" | "inactiveTime"> => ({
  time: units.reduce((sum, unit) => sum + unit.time, 0),
  inactiveTime: units.reduce((sum, unit) => sum + unit.inactiveTime, 0),
})

/** The sums of the units of a time span that are alike. */
const tallyOf = (units: ReadonlyArray<Workunit>, span: number): ReadonlyArray<WorkTally> => {
  const groups = new Map<
    string,
    { alike: Omit<WorkTally, "workunits" | "time" | "inactiveTime">; units: Array<Workunit> }
  >()
  for (const unit of units) {
    const { action, createdBy: user, labeler, objects, reviewedBefore, workType } = unit
    const alike = { span, user, workType, action, objects, labeler, reviewedBefore }
    const key = JSON.stringify(alike)
    const group = groups.get(key) ?? { alike, units: [] }
    group.units.push(unit)
    groups.set(key, group)
  }
  return [...groups.values()].map((group) => ({
    ...group.alike,
    workunits: group.units.length,
    ...sumTimes(group.units),
  }))
}
