import { Effect } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { InvalidInput } from "../domain/errors.ts"
import { toJsonText } from "../domain/JsonText.ts"
import { allows } from "../domain/permissions.ts"
import { now } from "../domain/Timestamp.ts"
import { Events } from "../events/Events.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { traced } from "../kernel/traced.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { countPlans } from "../releases/countOpenAudits.ts"
import { makeAppendStatement, makeStatementLock } from "../releases/makeAppendStatement.ts"
import { ReleaseAuditStore } from "../releases/ReleaseAuditStore.ts"
import { StatementKeys } from "../releases/StatementKeys.ts"
import { predicateTypes } from "../releases/statement.ts"
import { SampleBulk } from "../samples/SampleBulk.ts"
import { Transaction } from "../storage/Transaction.ts"
import { toAuditView } from "./auditView.ts"
import { closedError } from "./auditWork.ts"
import { measureStrata } from "./figures.ts"
import { getStatedSamples, makeAuditAccess } from "./makeAuditAccess.ts"
import { makeAuditClaims } from "./makeAuditClaims.ts"
import { makeAuditCreation } from "./makeAuditCreation.ts"
import { makeAuditOutcomes } from "./makeAuditOutcomes.ts"
import { makeResultPredicate } from "./makeAuditStatements.ts"
import { makeDrawPages } from "./makeDrawPages.ts"
import { makeStratumReturns } from "./makeStratumReturns.ts"

export type { AuditOutcomeInput, NewAuditInput, UncheckedInput } from "./auditInput.ts"
export type { AuditView, StratumView } from "./auditView.ts"
export type { AuditWork } from "./makeAuditClaims.ts"
export type { StratumInput, StratumReturn } from "./makeStratumReturns.ts"
export type { CurvePoint } from "./traceCurve.ts"

/**
 * Audits of releases: samples or objects are drawn at random and checked by people who do not see who labeled them, and the number of those with an
 * error is bounded after each of them. `docs/audit.md` has the method.
 */
export class ReleaseAudits extends Effect.Service<ReleaseAudits>()("@annotary/core/ReleaseAudits", {
  effect: Effect.gen(function* () {
    const store = yield* ReleaseAuditStore
    const transaction = yield* Transaction
    const access = yield* Access
    const keys = yield* StatementKeys
    const audits = yield* makeAuditAccess
    const appendStatement = yield* makeAppendStatement
    const lockStatements = yield* makeStatementLock
    const pages = yield* makeDrawPages
    const { create } = yield* makeAuditCreation
    const { claim } = yield* makeAuditClaims
    const { closeDraw, submit, undo } = yield* makeAuditOutcomes
    const { returnStratum } = yield* makeStratumReturns

    /** Lists the audits of a release, oldest first. */
    const list = traced("ReleaseAudits.list")(function* (ref: DatasetRef, name: string) {
      const { dataset } = yield* access.require(ref, "review")
      const release = yield* audits.findRelease(dataset.id, name)
      const stored = yield* store.list(dataset.id, release.id)
      return stored.map((audit) => toAuditView(audit, release.name))
    })

    /**
     * Returns an audit with its curve, the configuration of its release and the bounds of its strata; those of people only to whoever sees who works on what. `joint`: the bounds of the whole and
     * of all strata hold together, where they otherwise hold each by itself.
     */
    const get = traced("ReleaseAudits.get")(function* (
      ref: DatasetRef,
      name: string,
      id: string,
      { joint: isJoint = false }: { readonly joint?: boolean | undefined } = {},
    ) {
      const { dataset, role } = yield* access.require(ref, "review")
      const { audit, release } = yield* audits.find(dataset.id, name, id)
      const strata = yield* store.listStrata(audit)
      const draws = yield* pages.readCounted(audit)
      const figures = measureStrata(audit, strata, draws, isJoint)
      const showsPeople = allows(role, "view_work", dataset)
      const shown = figures.filter(({ stratum }) => showsPeople || stratum.user === null)
      const taskAttributes = yield* audits.readTaskAttributes(release)
      return toAuditView(audit, release.name, { strata, shown, draws, isJoint, taskAttributes })
    })

    /** Lists draws with their outcomes by number, for those who see who works on what. Claimed and checked ones have a holder. */
    const listDraws = traced("ReleaseAudits.listDraws")(function* (
      ref: DatasetRef,
      name: string,
      id: string,
      {
        after = 0,
        limit = 1000,
      }: { readonly after?: number | undefined; readonly limit?: number | undefined } = {},
    ) {
      const { dataset } = yield* access.require(ref, "view_work")
      const { audit } = yield* audits.find(dataset.id, name, id)
      if (!Number.isSafeInteger(after) || after < 0)
        return yield* InvalidInput.at("/after", "must be a whole number of 0 or more")
      if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1000)
        return yield* InvalidInput.at("/limit", "must be a whole number from 1 to 1000")
      return yield* store.listDraws(audit, { after, limit })
    })

    /**
     * Ends an audit at any time: signs its result, with the nonce, the draws with an error and the bounds, and appends it to the statements of the
     * release. Nothing changes afterwards.
     */
    const finish = traced("ReleaseAudits.finish")(function* (ref: DatasetRef, name: string, id: string) {
      yield* access.requireWritable(ref, "create_releases")
      const key = yield* keys.signingKey
      return yield* transaction.run(
        Effect.gen(function* () {
          const { dataset } = yield* access.requireWritable(ref, "create_releases")
          const { audit, release } = yield* audits.find(dataset.id, name, id, "change")
          const { plan } = audit
          if (audit.state === "finished" || plan === null) return yield* closedError
          const samples = yield* getStatedSamples(release)
          const finishedAt = yield* now
          const strata = yield* store.listStrata(audit)
          const draws = yield* pages.readCounted(audit)
          const plans = countPlans(yield* lockStatements(release))
          const planned = { ...audit, plan }
          const result = makeResultPredicate(planned, samples, plans, strata, draws, finishedAt)
          const predicate = toJsonText({ ...result })
          yield* appendStatement(key, { dataset, release, predicateType: predicateTypes.audit, predicate })
          const finished = { ...audit, state: "finished" as const, finishedAt }
          yield* store.update(finished)
          return toAuditView(finished, release.name)
        }),
      )
    })

    return { create, list, get, claim, submit, closeDraw, undo, listDraws, finish, returnStratum }
  }),
}) {
  static readonly dependencies = [
    Access,
    AuditLog,
    Events,
    Jobs,
    LabelsetFinder,
    SampleBulk,
    SampleReader,
    StatementKeys,
  ] as const
}
