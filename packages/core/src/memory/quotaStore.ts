/** QuotaStore in memory. */
import { HashMap, Option } from "effect"
import { QuotaStore } from "../access/QuotaStore.ts"
import type { Username } from "../domain/Names.ts"
import type { Quota } from "../domain/Quota.ts"
import type { Database } from "./Database.ts"
import { findDatasetRows, type State } from "./State.ts"

export const makeQuotaStore = (db: Database): typeof QuotaStore.Service =>
  QuotaStore.of({
    get: (organization) => db.read((state) => HashMap.get(state.quotas, organization)),
    set: (organization, limits) =>
      db.write((state) => {
        const { bytesUsed = 0, samplesUsed = 0 } =
          Option.getOrUndefined(HashMap.get(state.quotas, organization)) ?? {}
        return [undefined, withQuota(state, { organization, ...limits, samplesUsed, bytesUsed })]
      }),
    add: (organization, { bytes, samples }) =>
      db.write((state) => {
        const quota = Option.getOrUndefined(HashMap.get(state.quotas, organization))
        if (quota === undefined) return [false, state]
        const samplesUsed = quota.samplesUsed + samples
        const bytesUsed = quota.bytesUsed + bytes
        const isOver =
          (samples > 0 && quota.samples !== null && samplesUsed > quota.samples) ||
          (bytes > 0 && quota.bytes !== null && bytesUsed > quota.bytes)
        return isOver ? [false, state] : [true, withQuota(state, { ...quota, samplesUsed, bytesUsed })]
      }),
    recount: (organization) =>
      db.write((state) => {
        const quota = Option.getOrUndefined(HashMap.get(state.quotas, organization))
        if (quota === undefined) return [undefined, state]
        const samplesUsed = countSamples(state, organization)
        return [
          undefined,
          withQuota(state, { ...quota, samplesUsed, bytesUsed: sumBytes(state, organization) }),
        ]
      }),
  })

const withQuota = (state: State, quota: Quota): State => ({
  ...state,
  quotas: HashMap.set(state.quotas, quota.organization, quota),
})

const countSamples = (state: State, owner: Username): number => {
  let sum = 0
  for (const { counts, dataset } of HashMap.values(state.datasets))
    if (dataset.owner === owner) sum += counts.samples
  return sum
}

const sumBytes = (state: State, owner: Username): number => {
  let sum = 0
  for (const { asset, countedFor } of HashMap.values(state.assets))
    if (countedFor !== null && findDatasetRows(state, countedFor)?.dataset.owner === owner)
      sum += asset.sizeBytes ?? 0
  for (const { dataset, releases, transfers } of HashMap.values(state.datasets)) {
    if (dataset.owner !== owner) continue
    for (const { sizeBytes } of HashMap.values(releases)) sum += sizeBytes ?? 0
    for (const { direction, sizeBytes } of HashMap.values(transfers))
      if (direction === "export") sum += sizeBytes ?? 0
  }
  return sum
}
