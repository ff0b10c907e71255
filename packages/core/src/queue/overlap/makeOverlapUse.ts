import { Effect } from "effect"
import type { Permitted } from "../../access/Access.ts"
import { DatasetRecords } from "../../access/DatasetRecords.ts"
import { DatasetStore } from "../../access/DatasetStore.ts"
import { Conflict } from "../../domain/errors.ts"
import { generateId, VersionId } from "../../domain/Ids.ts"
import { now } from "../../domain/Timestamp.ts"

/** Notes that a dataset has overlaps. The caller runs a transaction. */
export const makeOverlapUse = Effect.gen(function* () {
  const datasets = yield* DatasetStore
  const records = yield* DatasetRecords

  /** From now on, calls look for samples with overlap in this dataset. It has another version then, which is reported and returned. */
  const note = Effect.fnUntraced(function* (permitted: Permitted) {
    const { dataset } = permitted
    const settings = { ...dataset.settings, usesOverlap: true }
    const noted = { ...dataset, settings, version: yield* generateId(VersionId), updatedAt: yield* now }
    if ((yield* datasets.update(noted, dataset.version)) !== "updated")
      return yield* new Conflict({ code: "changed_meanwhile" })
    const changed: Permitted = { ...permitted, dataset: noted }
    yield* records.report(changed, "dataset.updated")
    return changed
  })

  return { note }
})
