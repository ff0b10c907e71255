/** ReleaseStore: release records. */
import type { Release, ReleaseId } from "@annotary/core"
import { ReleaseStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"
import { byId, isNamed, live, liveDataset } from "../lookups.ts"

export const releaseStore = ({ call, tables }: Database) => {
  const { releases } = tables
  const liveRelease = (id: ReleaseId): Release | undefined => {
    const release = releases.get(id)
    return release && liveDataset(tables, release.datasetId) && release
  }
  return ReleaseStore.of({
    insert: (release) =>
      call("ReleaseStore.insert", () => {
        if (releases.by("dataset", release.datasetId).some(isNamed(release.name))) return false
        releases.put(release.id, release)
        return true
      }),
    byName: (dataset, name) =>
      call("ReleaseStore.byName", () =>
        Option.fromNullable(live(tables, releases.by("dataset", dataset)).find(isNamed(name))),
      ),
    byId: (id) => call("ReleaseStore.byId", () => Option.fromNullable(liveRelease(id))),
    list: (dataset) =>
      call("ReleaseStore.list", () => releases.by("dataset", dataset).toSorted((a, b) => byId(b, a))),
    update: (release) =>
      call("ReleaseStore.update", () => {
        if (liveRelease(release.id) === undefined) return false
        releases.put(release.id, release)
        return true
      }),
    remove: (id) => call("ReleaseStore.remove", () => releases.delete(id)),
  })
}
