import { Effect } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { checkConfiguration } from "../config/checkConfiguration.ts"
import { makeConfigurationSchema } from "../config/configurationSchema.ts"
import { Datasets } from "../datasets/Datasets.ts"
import { Labelsets } from "../datasets/Labelsets.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { InvalidInput, type Violation } from "../domain/errors.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { type JsonInput, readJsonInput } from "../domain/jsonInput.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { traced } from "../kernel/traced.ts"
import { makeConfigurationChanges, makeStaleError } from "./makeConfigurationChanges.ts"
import { makeConfigurationHistory } from "./makeConfigurationHistory.ts"

/** A dataset's configuration with its version, and advice about it. */
export interface ConfigurationView {
  readonly configuration: JsonText
  readonly configVersion: number
  /** Advice about valid but unusual content. */
  readonly advice: ReadonlyArray<Violation>
}

/** Label editor configurations: read, validate and replace them, with or without a migration of the labels. */
export class Configurations extends Effect.Service<Configurations>()("@annotary/core/Configurations", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const datasets = yield* Datasets
    const { history, version } = yield* makeConfigurationHistory
    const settings = yield* EngineSettings
    const { apply, preview } = yield* makeConfigurationChanges

    /** Returns the configuration of a dataset with its version. */
    const get = traced("Configurations.get")(function* (ref: DatasetRef) {
      const { dataset } = yield* access.require(ref, "read")
      return toView(dataset)
    })

    /** Replaces the configuration of a dataset. With `madeFrom`, only when that is the current version. */
    const put = traced("Configurations.put")(function* (ref: DatasetRef, sent: JsonInput, madeFrom?: number) {
      const { dataset } = yield* access.require(ref, "configure")
      if (madeFrom !== undefined && madeFrom !== dataset.configVersion)
        return yield* makeStaleError(madeFrom, dataset.configVersion)
      const configuration = yield* readJsonInput(sent)
      yield* checkInput(configuration)
      const ifMatch = madeFrom === undefined ? undefined : dataset.version
      const { record } = yield* datasets.update(ref, { taskAttributes: configuration }, ifMatch)
      return toView(record.dataset)
    })

    /** Validates a configuration without a dataset. Fails with all violations; returns advice. */
    const validate = traced("Configurations.validate")(function* (configuration: JsonInput) {
      return yield* checkInput(yield* readJsonInput(configuration))
    })

    const checkInput = Effect.fnUntraced(function* (configuration: JsonText) {
      const { errors, advice } = checkConfiguration(configuration, settings.maxConfigurationBytes)
      if (errors.length > 0) return yield* new InvalidInput({ errors })
      return { advice }
    })

    const toView = (dataset: Dataset): ConfigurationView => {
      const { taskAttributes: configuration, configVersion, taskType } = dataset
      const { advice } = checkConfiguration(configuration, settings.maxConfigurationBytes, taskType)
      return { configuration, configVersion, advice }
    }

    /** Returns the JSON Schema (draft 2020-12) of a configuration. */
    const jsonSchema = Effect.sync(() => makeConfigurationSchema())

    return {
      get,
      put,
      /** Lists the versions of the configuration without their texts, newest first: number, time and author. */
      history,
      /** Returns one version of the configuration as it was sent. */
      version,
      /** Previews the effects of a change on the labels, counted label by label. Changes nothing. */
      preview,
      /** Applies a change: a job migrates the labels, then the dataset gets the configuration in one step. */
      apply,
      validate,
      jsonSchema,
    }
  }),
}) {
  static readonly dependencies = [Access, Datasets, Jobs, Labelsets] as const
}
