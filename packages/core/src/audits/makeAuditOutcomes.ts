import { Effect } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { Conflict, NotFound, PermissionDenied } from "../domain/errors.ts"
import type { Username } from "../domain/Names.ts"
import { allows } from "../domain/permissions.ts"
import type { Release } from "../domain/Release.ts"
import type { AuditDraw, ReleaseAudit } from "../domain/ReleaseAudit.ts"
import { now, toMillis } from "../domain/Timestamp.ts"
import { type EventScope, Events } from "../events/Events.ts"
import { traced } from "../kernel/traced.ts"
import { ReleaseAuditStore } from "../releases/ReleaseAuditStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { advanceAudit, revertAudit } from "./advanceAudit.ts"
import {
  type AuditOutcomeInput,
  decodeOutcome,
  decodeUnchecked,
  findOutcomeViolation,
  type UncheckedInput,
} from "./auditInput.ts"
import { toAuditEvent, toAuditView } from "./auditView.ts"
import { closedError, isLeased } from "./auditWork.ts"
import { makeAuditAccess } from "./makeAuditAccess.ts"
import { makeDrawPages } from "./makeDrawPages.ts"

/** Draws that are read at once. */
const pageSize = 500

/** Changes of outcomes: auditors say what is wrong with a draw, correct that and take it back, and managers close draws. */
export const makeAuditOutcomes = Effect.gen(function* () {
  const store = yield* ReleaseAuditStore
  const transaction = yield* Transaction
  const access = yield* Access
  const log = yield* AuditLog
  const events = yield* Events
  const audits = yield* makeAuditAccess
  const pages = yield* makeDrawPages

  /**
   * Stores what the caller found in a draw that they have claimed, or corrects it. Sending the same again changes nothing. The bound counts it
   * as soon as all draws before it have an outcome.
   */
  const submit = traced("ReleaseAudits.submit")(function* (
    ref: DatasetRef,
    name: string,
    id: string,
    number: number,
    input: AuditOutcomeInput,
  ) {
    const { errors } = yield* decodeOutcome(input)
    return yield* transaction.run(
      Effect.gen(function* () {
        const scope = yield* access.requireWritable(ref, "review")
        const { actor, dataset } = scope
        const { audit, release } = yield* audits.find(dataset.id, name, id, "change")
        const draw = yield* findDraw(audit, number)
        const at = yield* now
        const isOwn = draw.holder === actor && (draw.outcome !== null || isLeased(draw, toMillis(at)))
        // The holder of a closed draw is the manager who closed it, who may not be one who may check it.
        if (!isOwn || draw.notChecked !== null) return yield* staleError
        if (draw.outcome !== null && JSON.stringify(draw.outcome) === JSON.stringify(errors))
          return toAuditView(audit, release.name)
        const isClosed = draw.outcome === null ? audit.state !== "open" : audit.state === "finished"
        if (isClosed || audit.plan === null) return yield* closedError
        const violation = findOutcomeViolation(audit, errors)
        if (violation !== undefined) return yield* violation
        const checked = {
          ...draw,
          claimId: null,
          expiresAt: null,
          outcome: errors,
          auditedAt: at,
        }
        const next = yield* replaceDraw(audit, checked, draw.outcome !== null)
        if (draw.outcome !== null)
          yield* recordChange({ action: "corrected", dataset, release, before: draw, after: checked })
        return yield* reportReached(scope, audit, next, release)
      }),
    )
  })

  /**
   * Takes an outcome back: the caller's own, or anybody's for a manager. Somebody else than the caller, and than the auditor whose outcome
   * it was, checks the sample again. Of a draw without an outcome, ends its claim. Not of a finished audit.
   */
  const undo = traced("ReleaseAudits.undo")(function* (
    ref: DatasetRef,
    name: string,
    id: string,
    number: number,
  ) {
    return yield* transaction.run(
      Effect.gen(function* () {
        const { actor, dataset, role } = yield* access.requireWritable(ref, "review")
        const { audit, release } = yield* audits.find(dataset.id, name, id, "change")
        if (audit.state === "finished") return yield* closedError
        const draw = yield* findDraw(audit, number)
        if (draw.holder !== actor && !allows(role, "view_work", dataset)) return yield* new PermissionDenied()
        const open = {
          ...draw,
          ...{ claimId: null, expiresAt: null, holder: null },
          ...{ outcome: null, notChecked: null, auditedAt: null },
        }
        const isRevision = draw.outcome !== null
        const next = yield* replaceDraw(audit, open, isRevision)
        if (isRevision) {
          for (const user of new Set([actor, ...listCheckers(draw)]))
            yield* store.exclude({ datasetId: dataset.id, auditId: audit.id, number, user })
          yield* recordChange({ action: "undone", dataset, release, before: draw, after: open })
        }
        return toAuditView(next, release.name)
      }),
    )
  })

  /**
   * Closes a draw that nobody may or can check, with a reason: it counts as an error in the upper bound, and the bound goes on after it. Ends the
   * claim of the draw. A draw with an outcome stays as it is; `undo` opens it again.
   */
  const closeDraw = traced("ReleaseAudits.closeDraw")(function* (
    ref: DatasetRef,
    name: string,
    id: string,
    number: number,
    input: UncheckedInput,
  ) {
    const { reason } = yield* decodeUnchecked(input)
    return yield* transaction.run(
      Effect.gen(function* () {
        const scope = yield* access.requireWritable(ref, "write_any_label")
        const { actor, dataset } = scope
        const { audit, release } = yield* audits.find(dataset.id, name, id, "change")
        const draw = yield* findDraw(audit, number)
        if (draw.notChecked === reason) return toAuditView(audit, release.name)
        if (audit.state !== "open") return yield* closedError
        if (draw.outcome !== null) return yield* new Conflict({ code: "wrong_state" })
        const after = {
          ...draw,
          ...{ claimId: null, expiresAt: null, holder: actor },
          ...{ outcome: [], notChecked: reason, auditedAt: yield* now },
        }
        const next = yield* replaceDraw(audit, after, false)
        yield* recordChange({ action: "closed", dataset, release, before: draw, after })
        return yield* reportReached(scope, audit, next, release)
      }),
    )
  })

  const findDraw = Effect.fnUntraced(function* (audit: ReleaseAudit, number: number) {
    const isNumber = Number.isSafeInteger(number) && number > 0
    const [draw] = isNumber ? yield* store.listDraws(audit, { after: number - 1, limit: 1 }) : []
    return draw?.number === number ? draw : yield* new NotFound({ resource: "audit draw" })
  })

  /** Replaces a draw, and counts again from there on. `isRevision`: it had an outcome before. */
  const replaceDraw = Effect.fnUntraced(function* (
    before: ReleaseAudit,
    draw: AuditDraw,
    isRevision: boolean,
  ) {
    const audit = isRevision ? { ...before, revised: before.revised + 1 } : before
    const isCounted = draw.number <= audit.audited
    let next = isCounted
      ? revertAudit(audit, yield* pages.read(audit, draw.number - 1, audit.audited))
      : audit
    yield* store.updateDraw(draw)
    for (let after = -1; after < next.audited && next.state === "open"; ) {
      after = next.audited
      next = advanceAudit(next, yield* store.listDraws(audit, { after, limit: pageSize }))
    }
    yield* store.update(next)
    return next
  })

  /** The audit after a change, which is reported when it has met the goal with it. */
  const reportReached = Effect.fnUntraced(function* (
    scope: EventScope,
    before: ReleaseAudit,
    after: ReleaseAudit,
    release: Release,
  ) {
    const view = toAuditView(after, release.name)
    if (after.state === "reached" && before.state !== "reached")
      yield* events.record(scope, [{ type: "audit.reached", audit: toAuditEvent(view) }])
    return view
  })

  /** Writes a change of an outcome into the audit log of the dataset. */
  const recordChange = ({ action, after, before, dataset, release }: OutcomeChange) =>
    log.record({
      action: `audit_outcome.${action}`,
      account: dataset.owner,
      datasetId: dataset.id,
      details: {
        release: release.name,
        audit: before.auditId,
        draw: before.number,
        holder: before.holder,
        old: formatOutcome(before),
        new: formatOutcome(after),
      },
    })

  return { submit, closeDraw, undo }
})

interface OutcomeChange {
  readonly dataset: Dataset
  readonly release: Release
  readonly action: "closed" | "corrected" | "undone"
  readonly before: AuditDraw
  readonly after: AuditDraw
}

/** The auditor whose outcome the draw has. Whoever closed it has not checked it. */
const listCheckers = ({ holder, notChecked }: AuditDraw): ReadonlyArray<Username> =>
  holder === null || notChecked !== null ? [] : [holder]

/** The errors as JSON, or the reason for which nobody checks the draw; null without an outcome. */
const formatOutcome = ({ notChecked, outcome }: AuditDraw): string | null => {
  if (notChecked !== null) return `not checked: ${notChecked}`
  return outcome === null ? null : JSON.stringify(outcome)
}

const staleError = new Conflict({ code: "stale_claim" })
