import { Effect, Option, Stream } from "effect"
import { Access } from "../access/Access.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { computeAuditSeed } from "../agreement/audit/drawSamples.ts"
import { CurrentActor, system } from "../domain/Actor.ts"
import { maxStatements } from "../domain/Envelope.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import type { Job } from "../domain/Job.ts"
import { toJsonText } from "../domain/JsonText.ts"
import type { Username } from "../domain/Names.ts"
import type { ReleaseAudit } from "../domain/ReleaseAudit.ts"
import { now } from "../domain/Timestamp.ts"
import { JobFailed, type JobHandler, type ReportProgress } from "../jobs/JobHandlers.ts"
import { countPlans } from "../releases/countOpenAudits.ts"
import { countPreparing, makeAppendStatement, makeStatementLock } from "../releases/makeAppendStatement.ts"
import { ReleaseAuditStore } from "../releases/ReleaseAuditStore.ts"
import { ReleaseStore } from "../releases/ReleaseStore.ts"
import { StatementKeys } from "../releases/StatementKeys.ts"
import { predicateTypes } from "../releases/statement.ts"
import { readAuditId } from "./auditJob.ts"
import { canAddAudit } from "./canAddAudit.ts"
import { getStatedSamples, makeAuditAccess } from "./makeAuditAccess.ts"
import { listPeople, makeAuditRows } from "./makeAuditRows.ts"
import { makePlanPredicate } from "./makeAuditStatements.ts"
import { type Population, readPopulation } from "./readPopulation.ts"

/**
 * Prepares audits in a job: reads the file of the release once, with the memory of its longest line and of what is drawn. The audit becomes open,
 * with its draws and its signed plan, in the transaction that ends the job. An audit that was deleted meanwhile leaves nothing.
 */
export class AuditPreparation extends Effect.Service<AuditPreparation>()("@annotary/core/AuditPreparation", {
  effect: Effect.gen(function* () {
    const store = yield* ReleaseAuditStore
    const releases = yield* ReleaseStore
    const access = yield* Access
    const keys = yield* StatementKeys
    const users = yield* KnownUsers
    const labelsets = yield* LabelsetFinder
    const audits = yield* makeAuditAccess
    const lockStatements = yield* makeStatementLock
    const appendStatement = yield* makeAppendStatement

    const run = (job: Job, report: ReportProgress) =>
      Effect.gen(function* () {
        const audit = Option.getOrUndefined(yield* store.find(job.datasetId, readAuditId(job)))
        if (audit?.state !== "preparing") return Effect.void
        const { dataset } = yield* access.findAsSystem({ _tag: "Id", id: job.datasetId })
        const release = Option.getOrUndefined(yield* releases.byId(audit.releaseId))
        if (release === undefined) return Effect.void
        const samples = yield* getStatedSamples(release)
        const key = yield* Effect.mapError(
          keys.signingKey,
          ({ message }) => new JobFailed({ reason: message, final: true }),
        )
        const file = yield* audits.openFile(release)
        let bytesRead = 0
        const bytes = Stream.tap(file.stream(), (chunk) => {
          bytesRead += chunk.length
          return report(toMebibytes(bytesRead), toMebibytes(file.size))
        })
        const { draws: limit, labelset, nonce, unit } = audit
        const query = { labelset, unit, limit, seed: computeAuditSeed(samples.root, nonce) }
        const population = yield* readPopulation(bytes, query)
        if (population.size === 0)
          return yield* new JobFailed({
            reason: `The release has no finished label ${unit === "objects" ? "with objects " : ""}in this labelset.`,
            final: true,
          })
        const people = yield* users.findAmong(listPeople(population))
        const authors = yield* listAuthors(audit.datasetId, labelset, population)

        /** Opens the audit, and signs its plan. */
        const open = Effect.gen(function* () {
          const current = Option.getOrUndefined(yield* store.findForUpdate(audit.datasetId, audit.id))
          if (current?.state !== "preparing") return
          // Numbered while the statements are locked: no other plan has the number.
          const texts = yield* lockStatements(release)
          const others = (yield* store.list(audit.datasetId, release.id)).filter(({ id }) => id !== audit.id)
          if (!canAddAudit(texts, countPreparing(others)))
            return yield* store.update({ ...current, state: "failed", failure: noPlaces })
          const planned = {
            ...current,
            state: "open" as const,
            plan: countPlans(texts) + 1,
            population: population.size,
            draws: population.draws.length,
          }
          yield* store.fill({ audit: planned, ...makeAuditRows(planned, population, people, authors) })
          const predicate = toJsonText({ ...makePlanPredicate(planned, samples, yield* now) })
          yield* appendStatement(key, {
            dataset,
            release,
            predicateType: predicateTypes.auditPlan,
            predicate,
          })
        })
        return Effect.orDie(open)
      }).pipe(
        Effect.provideService(CurrentActor, system),
        Effect.catchTags({
          NotFound: ({ message }) => new JobFailed({ reason: message, final: true }),
          Conflict: ({ message }) => new JobFailed({ reason: message, final: true }),
          FileGone: ({ message }) => new JobFailed({ reason: message, final: true }),
        }),
      )

    /**
     * Everybody who wrote any version of the labels that were drawn, by sample: the file names only the creator, the last writer and the reviewer.
     * Versions after the release count too, which costs a few draws and no blindness.
     */
    const listAuthors = Effect.fnUntraced(function* (
      datasetId: DatasetId,
      name: string,
      { draws }: Population,
    ) {
      const labelset = yield* Effect.option(labelsets.find(datasetId, name))
      const labelsetId = Option.getOrNull(Option.map(labelset, ({ id }) => id))
      const authors = new Map<SampleId, Array<Username>>()
      // Several objects of one sample may be drawn.
      const drawn = [...new Set(draws.map(({ sampleId }) => sampleId))]
      for (let at = 0; at < drawn.length; at += pageSize) {
        const samples = drawn.slice(at, at + pageSize)
        for (const { sampleId, user } of yield* store.listLabelAuthors({ datasetId, labelsetId, samples }))
          authors.set(sampleId, [...(authors.get(sampleId) ?? []), user])
      }
      return authors as ReadonlyMap<SampleId, ReadonlyArray<Username>>
    })

    const fail = (job: Job, failure: string): Effect.Effect<void> =>
      Effect.flatMap(
        store.findForUpdate(job.datasetId, readAuditId(job)),
        Option.match({
          onNone: () => Effect.void,
          onSome: (audit: ReleaseAudit) =>
            audit.state === "preparing" ? store.update({ ...audit, state: "failed", failure }) : Effect.void,
        }),
      )

    /** The handler of jobs that prepare audits. */
    const handler: JobHandler = {
      run,
      beat: (job) => Effect.map(store.find(job.datasetId, readAuditId(job)), Option.isSome),
      givenUp: fail,
    }

    return { handler }
  }),
}) {
  static readonly dependencies = [Access, KnownUsers, LabelsetFinder, StatementKeys] as const
}

/** Other statements came first while the release was read. */
const noPlaces = `The release has too few free places among its ${maxStatements} statements for a plan and a result.`

/** The samples of which the authors are read at once. */
const pageSize = 500

/** Counts of jobs are small numbers in all storages. */
const toMebibytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20)
