import { Effect, Option } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { DatasetStore } from "../access/DatasetStore.ts"
import { NotFound } from "../domain/errors.ts"
import { traced } from "../kernel/traced.ts"

/** A page of the history of a configuration. */
export interface ConfigurationHistoryPage {
  /** Versions with lower numbers than this one. */
  readonly before?: number | undefined
  /** 1–1000. Defaults to 100. */
  readonly limit?: number | undefined
}

/** Reads the versions that a dataset's configuration had. */
export const makeConfigurationHistory = Effect.gen(function* () {
  const store = yield* DatasetStore
  const access = yield* Access

  /** Lists the versions without their texts, newest first. */
  const listHistory = traced("Configurations.history")(function* (
    ref: DatasetRef,
    page: ConfigurationHistoryPage = {},
  ) {
    const { dataset } = yield* access.require(ref, "read")
    const limit = Math.min(Math.max(page.limit ?? 100, 1), 1000)
    return yield* store.configurations(dataset.id, { before: page.before ?? null, limit })
  })

  /** Returns one version with its text. */
  const getVersion = traced("Configurations.version")(function* (ref: DatasetRef, number: number) {
    const { dataset } = yield* access.require(ref, "read")
    const configuration = yield* store.configuration(dataset.id, number)
    if (Option.isNone(configuration)) return yield* new NotFound({ resource: "configuration version" })
    return configuration.value
  })

  return { history: listHistory, version: getVersion }
})
