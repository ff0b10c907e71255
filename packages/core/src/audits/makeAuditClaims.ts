import { Effect, Option, Stream } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { refusePaused } from "../access/refusePaused.ts"
import { ClaimId, generateId } from "../domain/Ids.ts"
import { castToJsonText, type JsonText } from "../domain/JsonText.ts"
import { readMembers } from "../domain/jsonSpans.ts"
import type { Username } from "../domain/Names.ts"
import type { Release } from "../domain/Release.ts"
import type { AuditDraw } from "../domain/ReleaseAudit.ts"
import { fromMillis, now, toMillis } from "../domain/Timestamp.ts"
import { traced } from "../kernel/traced.ts"
import { ReleaseAuditStore } from "../releases/ReleaseAuditStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { closedError, isLeased } from "./auditWork.ts"
import { makeAuditAccess } from "./makeAuditAccess.ts"

/** A sample for an auditor, or an object with its sample: as it is in the release, and without those who labeled it. */
export interface AuditWork {
  /** The number of the draw. */
  readonly number: number
  readonly claimId: ClaimId
  /** The end of the claim. Claiming again renews it. */
  readonly expiresAt: NonNullable<AuditDraw["expiresAt"]>
  readonly sampleId: AuditDraw["sampleId"]
  readonly sampleName: string
  /** The object that the auditor checks; null in audits of samples. */
  readonly object: AuditDraw["object"]
  /** The account that owns the dataset: its buckets sign the URLs of the sample. */
  readonly owner: Username
  /** Of the sample, as sent. */
  readonly attributes: JsonText
  readonly labelAttributes: JsonText
}

const leaseMillis = 30 * 60_000

/** Claims of auditors: the next draw, with its sample and its label as the release has them. */
export const makeAuditClaims = Effect.gen(function* () {
  const store = yield* ReleaseAuditStore
  const transaction = yield* Transaction
  const access = yield* Access
  const audits = yield* makeAuditAccess

  /**
   * Claims the next draw for half an hour. Returns the caller's open claim again, renewed; null when there is nothing that the caller may
   * check: all draws are checked or claimed, or their labels are by the caller, or an outcome of the caller was taken
   * back, or the caller took one back.
   */
  const claim = traced("ReleaseAudits.claim")(function* (ref: DatasetRef, name: string, id: string) {
    const leased = yield* transaction.run(
      Effect.gen(function* () {
        const permitted = yield* access.requireWritable(ref, "review")
        const { actor, dataset } = permitted
        const { audit, release } = yield* audits.find(dataset.id, name, id, "change")
        if (audit.state !== "open" || audit.plan === null) return yield* closedError
        const at = toMillis(yield* now)
        const query = { after: audit.audited, user: actor, at: fromMillis(at) }
        const draw = Option.getOrUndefined(yield* store.findClaimableDraw(audit, query))
        const isOwn = draw?.holder === actor && draw.claimId !== null && isLeased(draw, at)
        if (!isOwn) yield* refusePaused(permitted)
        if (draw === undefined) return null
        const claimed = {
          ...draw,
          holder: actor,
          claimId: isOwn ? draw.claimId : yield* generateId(ClaimId),
          expiresAt: fromMillis(at + leaseMillis),
        }
        yield* store.updateDraw(claimed)
        return { release, claimed, owner: dataset.owner, labelset: audit.labelset }
      }),
    )
    if (leased === null) return null
    const { claimed, labelset, owner, release } = leased
    return { owner, ...(yield* readWork(release, labelset, claimed)) } satisfies AuditWork
  })

  const readWork = Effect.fnUntraced(function* (
    release: Release,
    labelset: string,
    { claimId, expiresAt, lineLength, lineOffset, number, object, sampleId }: AuditDraw,
  ) {
    const file = yield* audits.openFile(release)
    const range = { start: lineOffset, end: lineOffset + lineLength - 1 }
    const text = yield* Stream.mkString(Stream.decodeText(file.stream(range)))
    const sample = readMembers(text)
    const label = readMembers(readMembers(sample.get("labels") ?? "{}").get(labelset) ?? "{}")
    if (claimId === null || expiresAt === null) return yield* Effect.dieMessage("The draw has no claim.")
    return {
      ...{ number, claimId, expiresAt, sampleId, object },
      sampleName: String(JSON.parse(sample.get("name") ?? '""')),
      attributes: castToJsonText(sample.get("attributes") ?? "null"),
      labelAttributes: castToJsonText(label.get("attributes") ?? "null"),
    }
  })

  return { claim }
})
