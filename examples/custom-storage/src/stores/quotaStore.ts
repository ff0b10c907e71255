/** QuotaStore: the limits of organizations, the number of their samples and the bytes of their files. */
import { QuotaStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"

export const quotaStore = ({ call, tables }: Database) => {
  const { assets, counts, datasets, quotas, releases, transfers } = tables
  return QuotaStore.of({
    get: (organization) => call("QuotaStore.get", () => Option.fromNullable(quotas.get(organization))),
    set: (organization, limits) =>
      call("QuotaStore.set", () => {
        const { bytesUsed = 0, samplesUsed = 0 } = quotas.get(organization) ?? {}
        quotas.put(organization, { organization, ...limits, samplesUsed, bytesUsed })
      }),
    add: (organization, { bytes, samples }) =>
      call("QuotaStore.add", () => {
        const quota = quotas.get(organization)
        if (quota === undefined) return false
        const samplesUsed = quota.samplesUsed + samples
        const bytesUsed = quota.bytesUsed + bytes
        if (samples > 0 && quota.samples !== null && samplesUsed > quota.samples) return false
        if (bytes > 0 && quota.bytes !== null && bytesUsed > quota.bytes) return false
        quotas.put(organization, { ...quota, samplesUsed, bytesUsed })
        return true
      }),
    recount: (organization) =>
      call("QuotaStore.recount", () => {
        const quota = quotas.get(organization)
        if (quota === undefined) return
        const live = datasets.by("owner", organization).filter(({ deletedAt }) => deletedAt === null)
        const ids = new Set(live.map(({ dataset }) => dataset.id))
        const samplesUsed = sum(
          [...ids].flatMap((id) => counts.by("dataset", id)).map(({ samples }) => samples),
        )
        const files = [...ids].flatMap((id) => [
          ...releases.by("dataset", id),
          ...transfers.by("dataset", id).filter(({ direction }) => direction === "export"),
        ])
        const named = assets.all().filter(({ countedFor }) => countedFor !== null && ids.has(countedFor))
        const bytesUsed = sum(
          [...files, ...named.map(({ asset }) => asset)].map(({ sizeBytes }) => sizeBytes ?? 0),
        )
        quotas.put(organization, { ...quota, samplesUsed, bytesUsed })
      }),
  })
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)
