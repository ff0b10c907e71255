import { Effect, Option, Schema } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { Counts } from "../access/Counts.ts"
import { DatasetRecords } from "../access/DatasetRecords.ts"
import { DatasetStore } from "../access/DatasetStore.ts"
import { QuotaCounter, type QuotaScope } from "../access/QuotaCounter.ts"
import { Organizations } from "../accounts/Organizations.ts"
import { Users } from "../accounts/Users.ts"
import { OpenChanges } from "../config/OpenChanges.ts"
import { type Dataset, TaskType } from "../domain/Dataset.ts"
import { Conflict, type QuotaExceeded } from "../domain/errors.ts"
import { DatasetId } from "../domain/Ids.ts"
import type { Job } from "../domain/Job.ts"
import { parseJson, toJsonText } from "../domain/JsonText.ts"
import { DatasetName } from "../domain/Names.ts"
import { decodeInput } from "../domain/violations.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import { JobFailed, type JobHandler } from "../jobs/JobHandlers.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { firstPortion } from "../kernel/portions.ts"
import { retryChanged } from "../kernel/retryChanged.ts"
import { traced } from "../kernel/traced.ts"
import { Placement } from "../placement/Placement.ts"
import {
  type Copied,
  type CopyRequest,
  makeSampleCopies,
  type SampleCursor,
} from "../samples/makeSampleCopies.ts"
import { Transaction } from "../storage/Transaction.ts"
import { type DatasetView, DatasetViews } from "./DatasetViews.ts"
import { makeClone } from "./datasetChange.ts"
import { Labelsets } from "./Labelsets.ts"
import { makeDatasetCreation } from "./makeDatasetCreation.ts"

/** The input of a clone. Absent fields are those of the original. */
export interface CloneInput {
  /** Defaults to the original's name with the suffix `-clone`. */
  readonly name?: string | undefined
  readonly taskType?: string | undefined
  readonly public?: boolean | undefined
  /** An organization whose admin the caller is. Defaults to the caller. */
  readonly owner?: string | undefined
  readonly cloneLabels?: boolean | undefined
}

/** The new dataset, with a job while its samples are being copied. */
export interface CloneResult {
  readonly view: DatasetView
  readonly job: Job | null
}

const decode = decodeInput(
  Schema.Struct({
    name: DatasetName,
    taskType: Schema.optional(TaskType),
    public: Schema.optional(Schema.Boolean),
    cloneLabels: Schema.optionalWith(Schema.Boolean, { default: () => false }),
  }),
)

const Payload = Schema.Struct({
  from: DatasetId,
  labels: Schema.Boolean,
  /** The version of the original's configuration that the clone has. Jobs of earlier releases have none. */
  configVersion: Schema.optional(Schema.Int),
})
const decodePayload = Schema.decodeUnknownSync(Payload)

const configurationChanged =
  "The configuration of the original was changed while its labels were copied. Delete this clone and clone the dataset again."

/**
 * Cloning: creates a dataset from an existing one, within the request or, for a large one, in a job. Labels are copied under
 * the configuration of the clone. When the original's configuration changes meanwhile, a clone within the request is retried,
 * and a job fails.
 */
export class Cloning extends Effect.Service<Cloning>()("@annotary/core/Cloning", {
  effect: Effect.gen(function* () {
    const store = yield* DatasetStore
    const transaction = yield* Transaction
    const access = yield* Access
    const creation = yield* makeDatasetCreation
    const labelsets = yield* Labelsets
    const views = yield* DatasetViews
    const samples = yield* makeSampleCopies
    const jobs = yield* Jobs
    const settings = yield* EngineSettings
    const changes = yield* OpenChanges

    /**
     * Creates a dataset with the samples of another one, and optionally its labels. Large datasets are copied by a
     * job.
     */
    const clone = traced("Datasets.clone")(function* (ref: DatasetRef, input: CloneInput = {}) {
      const attempt = Effect.gen(function* () {
        const { dataset: from, ownerQuota } = yield* access.require(ref, "clone")
        const wish = yield* decode({ ...input, name: input.name ?? `${from.name}-clone` })
        const { metadata, recordsEvents } = yield* creation.prepare(input.owner)
        const choice = {
          name: wish.name,
          taskType: wish.taskType ?? from.taskType,
          public: wish.public ?? from.public,
        }
        const to = makeClone({ original: from, ...choice }, metadata)
        yield* creation.insert(to)
        if (wish.cloneLabels) yield* labelsets.copyAll(from.id, to)
        const target =
          to.owner === from.owner ? { dataset: to, ownerQuota } : yield* Effect.orDie(findExisting(to.id))
        const job = yield* fill(from, target, wish.cloneLabels)
        // A clone that a job fills is reported when it is complete.
        if (job === null) yield* creation.report(to, recordsEvents)
        return { to, job }
      })
      const { job, to } = yield* retryChanged(transaction.run(attempt))
      return { view: yield* views.readView({ dataset: to, role: "owner" }), job } satisfies CloneResult
    })

    /** Copies the samples, or enqueues a job when there are many. */
    const fill = (from: Dataset, target: QuotaScope & { readonly dataset: Dataset }, withLabels: boolean) =>
      Effect.gen(function* () {
        const { dataset: to } = target
        const total = (yield* store.details([from.id])).get(from.id)?.counts.samples ?? 0
        if (total > settings.cloneInRequest) {
          if (withLabels) yield* changes.refuseWhileOpen(from.id)
          const payload = toJsonText({ from: from.id, labels: withLabels, configVersion: from.configVersion })
          return yield* jobs.enqueue({
            kind: "clone",
            datasetId: to.id,
            payload,
            total,
            createdBy: to.createdBy,
          })
        }
        yield* copyAll(from, target, withLabels, (request) => samples.copySome(request))
        if (withLabels && (yield* getVersionNumber(from.id)) !== from.configVersion)
          return yield* new Conflict({ code: "changed_meanwhile" })
        return null
      })

    /** Copies in batches, in order. */
    const copyAll = <E, R>(
      from: Dataset,
      { dataset: to, ownerQuota }: QuotaScope & { readonly dataset: Dataset },
      withLabels: boolean,
      copySome: (request: CopyRequest) => Effect.Effect<Copied, E, R>,
    ) =>
      Effect.gen(function* () {
        const pairs = withLabels ? yield* labelsets.findPairs(from.id, to.id) : []
        let after: SampleCursor | null = null
        let limit = firstPortion
        do {
          const request = { from, to, labelsets: pairs, after, limit, actor: to.createdBy, ownerQuota }
          const copied: Copied = yield* copySome(request)
          after = copied.next
          limit = copied.limit
        } while (after !== null)
      })

    /** Copies the samples of a large dataset. A restarted job continues after the samples that exist. */
    const handler: JobHandler = {
      run: (job, report) =>
        Effect.gen(function* () {
          const payload = decodePayload(parseJson(job.payload))
          const { dataset: original } = yield* findExisting(payload.from)
          const from = { ...original, configVersion: payload.configVersion ?? original.configVersion }
          const target = yield* findExisting(job.datasetId)
          const { dataset: to } = target
          let done = 0
          const copySome = (request: CopyRequest) =>
            transaction.run(
              findExisting(from.id).pipe(
                Effect.zipRight(findExisting(to.id)),
                Effect.zipRight(samples.copySome(request)),
                // Checked afterwards: if the configuration has not changed by now, no label belongs to a later one.
                Effect.zipLeft(payload.labels ? checkUnchanged(from) : Effect.void),
              ),
            )
          yield* copyAll(from, target, payload.labels, (request) =>
            Effect.gen(function* () {
              const copied = yield* Effect.catchTag(copySome(request), "QuotaExceeded", failOverQuota)
              done += copied.copied
              yield* report(done, job.total)
              yield* betweenBatches
              return copied
            }),
          )
          return Effect.flatMap(
            store.access({ _tag: "Id", id: to.id }, null),
            Option.match({
              onNone: () => Effect.void,
              onSome: ({ dataset, recordsEvents }) => creation.report(dataset, recordsEvents),
            }),
          )
        }),
      beat: (job) => Effect.map(store.access({ _tag: "Id", id: job.datasetId }, null), Option.isSome),
    }

    const getVersionNumber = (id: DatasetId) =>
      Effect.map(
        store.access({ _tag: "Id", id }, null),
        Option.match({ onNone: () => null, onSome: ({ dataset }) => dataset.configVersion }),
      )

    const checkUnchanged = ({ configVersion, id }: Pick<Dataset, "id" | "configVersion">) =>
      Effect.flatMap(findExisting(id), ({ dataset: present }) =>
        present.configVersion === configVersion
          ? Effect.void
          : new JobFailed({ reason: configurationChanged, final: true }),
      )

    const findExisting = (id: DatasetId) =>
      Effect.flatMap(
        store.access({ _tag: "Id", id }, null),
        Option.match({
          onNone: () =>
            Effect.fail(new JobFailed({ reason: "The dataset was deleted meanwhile.", final: true })),
          onSome: (found) => Effect.succeed(found),
        }),
      )

    return { clone, handler }
  }),
}) {
  static readonly dependencies = [
    Access,
    Counts,
    DatasetRecords,
    DatasetViews,
    Jobs,
    Labelsets,
    OpenChanges,
    Organizations,
    Placement,
    QuotaCounter,
    Users,
  ] as const
}

/** Samples that were copied before stay. */
const failOverQuota = ({ message }: QuotaExceeded) => new JobFailed({ reason: message, final: true })
