/** QuotaStore: the limits of organizations and the number of their samples. */
import { QuotaStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"

export const quotaStore = ({ call, tables: { counts, datasets, quotas } }: Database) =>
  QuotaStore.of({
    get: (organization) => call("QuotaStore.get", () => Option.fromNullable(quotas.get(organization))),
    set: (organization, limits) =>
      call("QuotaStore.set", () => {
        const samplesUsed = quotas.get(organization)?.samplesUsed ?? 0
        quotas.put(organization, { organization, ...limits, samplesUsed })
      }),
    addSamples: (organization, samples) =>
      call("QuotaStore.addSamples", () => {
        const quota = quotas.get(organization)
        if (quota === undefined) return false
        const samplesUsed = quota.samplesUsed + samples
        if (samples > 0 && quota.samples !== null && samplesUsed > quota.samples) return false
        quotas.put(organization, { ...quota, samplesUsed })
        return true
      }),
    recount: (organization) =>
      call("QuotaStore.recount", () => {
        const quota = quotas.get(organization)
        if (quota === undefined) return
        const live = datasets.by("owner", organization).filter(({ deletedAt }) => deletedAt === null)
        const samplesUsed = live
          .flatMap(({ dataset: { id } }) => counts.by("dataset", id))
          .reduce((sum, { samples }) => sum + samples, 0)
        quotas.put(organization, { ...quota, samplesUsed })
      }),
  })
