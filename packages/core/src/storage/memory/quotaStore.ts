/** QuotaStore in memory. */
import { HashMap, Option } from "effect"
import type { Username } from "../../domain/Names.ts"
import type { Quota } from "../../domain/Quota.ts"
import { QuotaStore } from "../../identity/QuotaStore.ts"
import type { Database } from "./Database.ts"
import type { State } from "./State.ts"

export const quotaStore = (db: Database): typeof QuotaStore.Service =>
  QuotaStore.of({
    get: (organization) => db.read((state) => HashMap.get(state.quotas, organization)),
    set: (organization, limits) =>
      db.write((state) => {
        const samplesUsed = Option.getOrUndefined(HashMap.get(state.quotas, organization))?.samplesUsed ?? 0
        return [undefined, withQuota(state, { organization, ...limits, samplesUsed })]
      }),
    addSamples: (organization, samples) =>
      db.write((state) => {
        const quota = Option.getOrUndefined(HashMap.get(state.quotas, organization))
        if (quota === undefined) return [false, state]
        const samplesUsed = quota.samplesUsed + samples
        const isOver = samples > 0 && quota.samples !== null && samplesUsed > quota.samples
        return isOver ? [false, state] : [true, withQuota(state, { ...quota, samplesUsed })]
      }),
    recount: (organization) =>
      db.write((state) => {
        const quota = Option.getOrUndefined(HashMap.get(state.quotas, organization))
        if (quota === undefined) return [undefined, state]
        return [undefined, withQuota(state, { ...quota, samplesUsed: samplesOf(state, organization) })]
      }),
  })

const withQuota = (state: State, quota: Quota): State => ({
  ...state,
  quotas: HashMap.set(state.quotas, quota.organization, quota),
})

const samplesOf = (state: State, owner: Username): number => {
  let sum = 0
  for (const { counts, dataset } of HashMap.values(state.datasets))
    if (dataset.owner === owner) sum += counts.samples
  return sum
}
