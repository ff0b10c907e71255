import { Effect } from "effect"
import { Access } from "../access/Access.ts"
import { DatasetRecords } from "../access/DatasetRecords.ts"
import { DatasetStore } from "../access/DatasetStore.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { namedAssets } from "../assets/namedAssets.ts"
import { toStoredConfiguration } from "../datasets/datasetChange.ts"
import type { ConfigurationChange } from "../domain/ConfigurationChange.ts"
import { Conflict, VersionMismatch } from "../domain/errors.ts"
import { generateId, VersionId } from "../domain/Ids.ts"
import { now } from "../domain/Timestamp.ts"

/** Applies the configuration to a dataset whose labels are migrated. */
export class ConfigurationSwitch extends Effect.Service<ConfigurationSwitch>()(
  "@annotary/core/ConfigurationSwitch",
  {
    effect: Effect.gen(function* () {
      const store = yield* DatasetStore
      const assets = yield* namedAssets
      const access = yield* Access
      const records = yield* DatasetRecords

      /** Runs in the caller's transaction, on behalf of the change's author. Reports the dataset, not its labels. */
      const perform = Effect.fnUntraced(function* (change: ConfigurationChange) {
        const { dataset, recordsEvents } = yield* access.findAsSystem({ _tag: "Id", id: change.datasetId })
        if (dataset.archived) return yield* new Conflict({ code: "dataset_archived" })
        if (dataset.configVersion !== change.number - 1) return yield* new VersionMismatch()
        const next = {
          ...dataset,
          taskAttributes: change.configuration,
          configVersion: change.number,
          version: yield* generateId(VersionId),
          updatedAt: yield* now,
        }
        const keepAssets = assets.noteIn(next.id, [next.taskAttributes])
        if (keepAssets !== null) yield* keepAssets
        const outcome = yield* store.update(next, dataset.version)
        if (outcome !== "updated") return yield* new Conflict({ code: "changed_meanwhile" })
        yield* store.addConfiguration(toStoredConfiguration(next, change.by))
        yield* records.report({ dataset: next, recordsEvents, actor: change.by }, "dataset.updated")
      })

      return { perform }
    }),
  },
) {
  static readonly dependencies = [Access, DatasetRecords, QuotaCounter] as const
}
