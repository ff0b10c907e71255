import { Effect, Either, Schema, Stream } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { ConfigurationChangeStore } from "../config/ConfigurationChangeStore.ts"
import { labelTexts } from "../config/labelPages.ts"
import { type ConfigurationAction, ConfigurationActions } from "../config/migration/Action.ts"
import { type ConfigurationPreview, makeEffectTally } from "../config/migration/effects.ts"
import { migrateInSteps } from "../config/migration/migrateLabel.ts"
import { type PlannedChange, planChange } from "../config/migration/planChange.ts"
import { Labelsets } from "../datasets/Labelsets.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { Conflict, InvalidInput, VersionMismatch } from "../domain/errors.ts"
import { type JsonText, toJsonText } from "../domain/JsonText.ts"
import { type JsonInput, readJsonInput } from "../domain/jsonInput.ts"
import { now } from "../domain/Timestamp.ts"
import { runInSlices } from "../jobs/betweenBatches.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { traced } from "../kernel/traced.ts"
import { Transaction } from "../storage/Transaction.ts"

/** A configuration change that migrates the labels. */
export interface NewConfigurationChange {
  readonly configuration: JsonInput
  /** The version of the configuration from which this one was edited. */
  readonly configVersion: number
  /** The actions on the labels, in order. */
  readonly actions?: ReadonlyArray<ConfigurationAction> | undefined
}

const encodeActions = Schema.encodeSync(ConfigurationActions)

/** Configuration changes that migrate the labels: previews and applications. */
export const makeConfigurationChanges = Effect.gen(function* () {
  const access = yield* Access
  const labelsets = yield* Labelsets
  const jobs = yield* Jobs
  const settings = yield* EngineSettings
  const store = yield* ConfigurationChangeStore
  const transaction = yield* Transaction

  /** Previews the effects of the change, counted label by label. Changes nothing. */
  const previewChange = traced("Configurations.preview")(function* (
    ref: DatasetRef,
    input: NewConfigurationChange,
  ) {
    const { dataset } = yield* access.require(ref, "configure")
    const planned = yield* makeChangePlan(dataset, input, yield* read(input))
    const named = new Map((yield* labelsets.list(ref)).map(({ id, name }) => [id, name]))
    const tally = makeEffectTally(planned)
    yield* Stream.runForEach(labelTexts(store, dataset.id), (portion) =>
      Effect.forEach(
        portion,
        ({ ref: { labelsetId, sampleId }, text }) => {
          const labelset = named.get(labelsetId)
          return text === null || labelset === undefined
            ? Effect.sync(() => tally.skip())
            : Effect.flatMap(runInSlices(migrateInSteps(text, planned.plan)), (migrated) =>
                runInSlices(tally.add(text, migrated, { sampleId, labelset })),
              )
        },
        { discard: true },
      ),
    )
    return tally.preview() satisfies ConfigurationPreview
  })

  /** Applies the change: a job migrates the labels, then the dataset gets the configuration in one step. */
  const apply = traced("Configurations.apply")(function* (ref: DatasetRef, input: NewConfigurationChange) {
    const { dataset } = yield* access.requireWritable(ref, "configure")
    const configuration = yield* read(input)
    const { actions } = yield* makeChangePlan(dataset, input, configuration)
    const attempt = Effect.gen(function* () {
      const { actor, dataset } = yield* access.requireWritable(ref, "configure")
      const number = dataset.configVersion + 1
      const job = yield* jobs.enqueue({
        kind: "configuration",
        datasetId: dataset.id,
        payload: toJsonText({ number }),
        total: null,
        createdBy: actor,
      })
      const begun = yield* store.begin({
        datasetId: dataset.id,
        number,
        phase: "staging",
        jobId: job.id,
        before: dataset.taskAttributes,
        configuration,
        actions: toJsonText(encodeActions(actions)),
        at: yield* now,
        by: actor,
      })
      if (!begun) return yield* new Conflict({ code: "configuration_changing" })
      // Locks the dataset's row only now.
      const locked = yield* access.requireWritable(ref, "configure")
      yield* checkVersion(locked.dataset, input)
      return job
    })
    const job = yield* transaction.run(attempt)
    yield* jobs.notifyWorkers
    return job
  })

  const makeChangePlan = (
    dataset: Dataset,
    input: NewConfigurationChange,
    configuration: JsonText,
  ): Effect.Effect<PlannedChange, InvalidInput | VersionMismatch> =>
    Effect.gen(function* () {
      yield* checkVersion(dataset, input)
      const texts = {
        before: dataset.taskAttributes,
        after: configuration,
        actions: input.actions ?? [],
      }
      const planned = planChange(texts, settings.maxConfigurationBytes)
      if (Either.isLeft(planned)) return yield* new InvalidInput({ errors: planned.left })
      return planned.right
    })

  return { preview: previewChange, apply }
})

const read = ({ configuration }: NewConfigurationChange) => readJsonInput(configuration, "/configuration")

const checkVersion = (dataset: Dataset, { configVersion }: NewConfigurationChange) =>
  configVersion === dataset.configVersion
    ? Effect.void
    : Effect.fail(makeStaleError(configVersion, dataset.configVersion))

/** The error for a change that was made from another version of the configuration. */
export const makeStaleError = (madeFrom: number, present: number): VersionMismatch =>
  new VersionMismatch({ expected: madeFrom, current: present })
