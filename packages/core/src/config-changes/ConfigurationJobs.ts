import { Effect, Either, Option, Schema } from "effect"
import { ConfigurationChangeStore } from "../config/ConfigurationChangeStore.ts"
import { planChange } from "../config/migration/planChange.ts"
import { makeStaging, type Staging } from "../config/staging.ts"
import type { ConfigurationChange } from "../domain/ConfigurationChange.ts"
import type { Job } from "../domain/Job.ts"
import { parseJson, toJsonText } from "../domain/JsonText.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import { JobFailed, type JobHandler, type ReportProgress } from "../jobs/JobHandlers.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { Transaction } from "../storage/Transaction.ts"
import { ConfigurationSwitch } from "./ConfigurationSwitch.ts"

const decodePayload = Schema.decodeUnknownSync(Schema.Struct({ number: Schema.Int }))
const identifyChange = (job: Job) => ({
  datasetId: job.datasetId,
  number: decodePayload(parseJson(job.payload)).number,
})

/** Versions folded in or dropped in one transaction. */
const batch = 1000

/** The number of passes over labels written meanwhile, before the job fails and is retried. */
const mostRounds = 100

/**
 * In milliseconds. While the job waits for writers, no other writer begins. It grows, because overlapping writers never
 * pause.
 */
const patience = { first: 250, most: 4000 }
const computePatience = (failures: number): number => Math.min(patience.first * 2 ** failures, patience.most)

/** The time for which writers run undisturbed after one of them took too long. */
const pause = "500 millis"

/**
 * The jobs of a configuration change. The first stages a version of every label that the change concerns, repeats for labels
 * written meanwhile until almost none are left, and switches the dataset in one short transaction that blocks writers: from
 * then on every read returns labels of the new form. The second folds the staged versions in, or removes them after a
 * failure. A killed job is resumed: staged versions stay, and the switch is recorded in the change itself.
 */
export class ConfigurationJobs extends Effect.Service<ConfigurationJobs>()(
  "@annotary/core/ConfigurationJobs",
  {
    effect: Effect.gen(function* () {
      const store = yield* ConfigurationChangeStore
      const transaction = yield* Transaction
      const configurationSwitch = yield* ConfigurationSwitch
      const jobs = yield* Jobs
      const { maxConfigurationBytes } = yield* EngineSettings

      const run = Effect.fnUntraced(function* (job: Job, report: ReportProgress) {
        const change = Option.getOrUndefined(yield* store.get(identifyChange(job)))
        if (change === undefined) return yield* gone
        // An earlier attempt switched the dataset, and died.
        if (change.phase === "folding") return Effect.void
        for (const { number, phase } of yield* store.open(change.datasetId))
          if (phase === "folding") yield* foldAll({ datasetId: change.datasetId, number })
        yield* waitForEarlierWriters(change)
        const total = yield* store.count(change.datasetId)
        const staging = yield* beginStaging(change)
        yield* staging.all((done) => report(Math.min(done, total), total))
        yield* turnOver(change, staging)
        yield* report(total, total)
        return Effect.void
      })

      const beginStaging = (change: ConfigurationChange): Effect.Effect<Staging, JobFailed> => {
        const texts = {
          before: change.before,
          after: change.configuration,
          actions: parseJson(change.actions),
        }
        const planned = planChange(texts, maxConfigurationBytes)
        return Either.isLeft(planned)
          ? Effect.fail(new JobFailed({ reason: "The change is not valid any more.", final: true }))
          : Effect.succeed(makeStaging(store, transaction, change, planned.right.plan))
      }

      /** Earlier writes are visible from then on, and later ones are marked with the change. */
      const waitForEarlierWriters = ({ datasetId }: ConfigurationChange): Effect.Effect<void, JobFailed> =>
        Effect.gen(function* () {
          for (let round = 0; round < mostRounds; round++) {
            if (yield* transaction.run(store.lockOutWriters(datasetId, computePatience(round)))) return
            yield* Effect.sleep(pause)
          }
          return yield* busy
        })

      /** Ends with the transaction that stages the last labels and switches the dataset. */
      const turnOver = (change: ConfigurationChange, staging: Staging): Effect.Effect<void, JobFailed> =>
        Effect.gen(function* () {
          let failures = 0
          for (let round = 0; round < mostRounds; round++) {
            yield* staging.recent
            const patience = computePatience(failures)
            const done = transaction.run(
              Effect.gen(function* () {
                if (!(yield* store.lockOutWriters(change.datasetId, patience))) return "busy" as const
                if (!(yield* staging.rest)) return "again" as const
                if (!(yield* store.advance(change, "staging", "folding"))) return yield* gone
                yield* configurationSwitch.perform(change)
                yield* jobs.enqueue(makeFoldingJob(change))
                return "turned" as const
              }),
            )
            const turned = yield* Effect.catchTags(done, {
              Conflict: ({ code, message }) =>
                code === "changed_meanwhile"
                  ? Effect.succeed("again" as const)
                  : Effect.fail(new JobFailed({ reason: message, final: true })),
              NotFound: () => gone,
              VersionMismatch: () =>
                Effect.fail(
                  new JobFailed({ reason: "The configuration was changed meanwhile.", final: true }),
                ),
            })
            if (turned === "turned") return yield* jobs.notifyWorkers
            if (turned === "busy") {
              failures++
              yield* Effect.sleep(pause)
            }
          }
          return yield* busy
        })

      const giveUp = Effect.fnUntraced(function* (job: Job) {
        const which = identifyChange(job)
        const change = Option.getOrUndefined(yield* store.get(which))
        if (change !== undefined && (yield* store.advance(which, "staging", "dropping")))
          yield* jobs.enqueue(makeFoldingJob(change))
      })

      const foldAll = (which: ReturnType<typeof identifyChange>) =>
        repeatUntilNone(transaction.run(Effect.suspend(() => store.fold(which, batch))))

      const runFolding = Effect.fnUntraced(function* (job: Job) {
        const which = identifyChange(job)
        const change = Option.getOrUndefined(yield* store.get(which))
        if (change === undefined || change.phase === "staging") return Effect.void
        if (change.phase === "folding") yield* foldAll(which)
        yield* repeatUntilNone(transaction.run(Effect.suspend(() => store.drop(which, batch))))
        return store.end(which)
      })

      const handlers: { readonly configuration: JobHandler; readonly folding: JobHandler } = {
        configuration: {
          run,
          beat: (job) =>
            Effect.map(
              store.get(identifyChange(job)),
              Option.exists(({ phase }) => phase !== "dropping"),
            ),
          givenUp: giveUp,
        },
        folding: { run: runFolding, mustSucceed: true },
      }

      return { handlers }
    }),
  },
) {
  static readonly dependencies = [ConfigurationSwitch, Jobs] as const
}

const makeFoldingJob = ({
  by,
  datasetId,
  number,
}: Pick<ConfigurationChange, "by" | "datasetId" | "number">) => ({
  kind: "folding" as const,
  datasetId,
  payload: toJsonText({ number }),
  total: null,
  createdBy: by,
})

const repeatUntilNone = (some: Effect.Effect<number>): Effect.Effect<void> =>
  some.pipe(Effect.zipLeft(betweenBatches), Effect.repeat({ until: (count) => count === 0 }), Effect.asVoid)

const busy = Effect.fail(
  new JobFailed({ reason: "Labels were written for too long without a pause.", final: false }),
)

const gone = Effect.fail(new JobFailed({ reason: "The dataset was deleted meanwhile.", final: true }))
