import { Effect } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import type { DatasetSettings } from "../domain/DatasetSettings.ts"
import { InvalidInput, NotFound } from "../domain/errors.ts"
import { generateId, ReleaseAuditId } from "../domain/Ids.ts"
import { LabelsetName } from "../domain/Names.ts"
import type { ReleaseAudit } from "../domain/ReleaseAudit.ts"
import { now } from "../domain/Timestamp.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { traced } from "../kernel/traced.ts"
import { countOpenAudits } from "../releases/countOpenAudits.ts"
import { countPreparing, makeFullError, makeStatementLock } from "../releases/makeAppendStatement.ts"
import { ReleaseAuditStore } from "../releases/ReleaseAuditStore.ts"
import { StatementKeys } from "../releases/StatementKeys.ts"
import { Transaction } from "../storage/Transaction.ts"
import { decodeNewAudit, type NewAuditInput } from "./auditInput.ts"
import { makeAuditJob } from "./auditJob.ts"
import { toAuditView } from "./auditView.ts"
import { canAddAudit } from "./canAddAudit.ts"
import { getStatedSamples, makeAuditAccess } from "./makeAuditAccess.ts"

/** Begins audits. */
export const makeAuditCreation = Effect.gen(function* () {
  const store = yield* ReleaseAuditStore
  const transaction = yield* Transaction
  const access = yield* Access
  const keys = yield* StatementKeys
  const jobs = yield* Jobs
  const audits = yield* makeAuditAccess
  const lockStatements = yield* makeStatementLock

  /**
   * Begins an audit. It is `preparing` until a job has read the file of the release, drawn from it and signed the plan, with a commitment to
   * the nonce from which the draw follows. It is `failed` where the release has no finished label in the labelset, or none with objects; the next audit of the release
   * takes its place. Plans of audits that are not continued stay there.
   */
  const create = traced("ReleaseAudits.create")(function* (
    ref: DatasetRef,
    name: string,
    input: NewAuditInput = {},
  ) {
    const before = yield* access.requireWritable(ref, "create_releases")
    const { draws, goal, labelset, level, metric, tolerance, unit } = yield* decodeNewAudit(
      addTolerance(input, before.dataset.settings),
    )
    const release = yield* audits.findRelease(before.dataset.id, name)
    yield* getStatedSamples(release)
    const labelsets = yield* audits.readLabelsets(yield* audits.openFile(release))
    if (!labelsets.includes(labelset))
      return yield* InvalidInput.at("/labelset", `must be a labelset of the release: ${labelsets.join(", ")}`)
    yield* keys.signingKey
    const attempt = Effect.gen(function* () {
      const { actor, dataset } = yield* access.requireWritable(ref, "create_releases")
      const texts = yield* lockStatements(release)
      const stored = yield* store.list(dataset.id, release.id)
      const preparing = countPreparing(stored)
      if (!canAddAudit(texts, preparing)) return yield* makeFullError(countOpenAudits(texts) + 2 * preparing)
      const audit: ReleaseAudit = {
        id: yield* generateId(ReleaseAuditId),
        datasetId: dataset.id,
        releaseId: release.id,
        labelset: LabelsetName.make(labelset),
        unit,
        plan: null,
        state: "preparing",
        failure: null,
        ...{ level, goal, metric, tolerance, nonce: makeNonce() },
        population: 0,
        draws,
        audited: 0,
        errors: 0,
        notChecked: 0,
        revised: 0,
        createdAt: yield* now,
        createdBy: actor,
        finishedAt: null,
      }
      if (!(yield* store.insert({ audit, strata: [], draws: [], exclusions: [] })))
        return yield* new NotFound({ resource: "release" })
      // Failed ones have signed nothing. They would only become more.
      yield* Effect.forEach(
        stored.filter(({ state }) => state === "failed"),
        store.remove,
        { discard: true },
      )
      yield* jobs.enqueue(makeAuditJob(audit))
      return toAuditView(audit, release.name)
    })
    return yield* Effect.zipLeft(transaction.run(attempt), jobs.notifyWorkers)
  })

  return { create }
})

/** The tolerance of the dataset, for an audit that names none. Callers in JavaScript may send any value. */
const addTolerance = (
  input: NewAuditInput,
  { auditTolerance }: Pick<DatasetSettings, "auditTolerance">,
): NewAuditInput =>
  auditTolerance === null || Object(input).metric !== undefined || Object(input).tolerance !== undefined
    ? input
    : { ...input, metric: auditTolerance.metric, tolerance: auditTolerance.value }

/** 32 random bytes, hex. Not from `Random`, which a seed decides. */
const makeNonce = (): string =>
  [...globalThis.crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
