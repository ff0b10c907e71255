import { Effect } from "effect"
import { type Dataset, formatFullName } from "../domain/Dataset.ts"
import { type Envelope, maxStatements } from "../domain/Envelope.ts"
import { InvalidInput, NotFound } from "../domain/errors.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { Release } from "../domain/Release.ts"
import type { ReleaseAudit } from "../domain/ReleaseAudit.ts"
import type { SigningKey } from "../kernel/ed25519.ts"
import { countOpenAudits } from "./countOpenAudits.ts"
import { inTotoType, signEnvelope } from "./dsse.ts"
import { makeNoFileError } from "./openedFile.ts"
import { ReleaseAuditStore } from "./ReleaseAuditStore.ts"
import { ReleaseStore } from "./ReleaseStore.ts"
import { formatStatement, predicateTypes } from "./statement.ts"

/** A statement about the file of a release. */
export interface StatedPredicate {
  readonly dataset: Pick<Dataset, "name" | "owner">
  readonly release: Release
  readonly predicateType: string
  readonly predicate: JsonText
}

/**
 * Signs statements about releases and appends them in the caller's transaction, which an error must undo. The key is read before the transaction,
 * in which keys are not cached. Each open audit keeps a place for its result, so that it can be finished, and each that is prepared one for its plan,
 * too.
 */
export const makeAppendStatement = Effect.gen(function* () {
  const store = yield* ReleaseStore
  const audits = yield* ReleaseAuditStore

  const countReserved = (release: Release, texts: ReadonlyArray<string>) =>
    Effect.map(
      audits.list(release.datasetId, release.id),
      (stored) => countOpenAudits(texts) + 2 * countPreparing(stored),
    )

  return Effect.fnUntraced(function* (
    key: SigningKey,
    { dataset, predicate, predicateType, release }: StatedPredicate,
  ) {
    if (release.sha256 === null) return yield* makeNoFileError(release)
    const subject = { name: `${formatFullName(dataset)}/${release.name}`, sha256: release.sha256 }
    const envelope: Envelope = signEnvelope(
      key,
      inTotoType,
      formatStatement(subject, predicateType, predicate),
    )
    if (yield* store.appendStatements(release, [JSON.stringify(envelope)])) {
      if (predicateType === predicateTypes.audit) return envelope
      // Read after the append, which has locked the release: nobody else can begin an audit now.
      const texts = yield* store.statements(release)
      const reserved = yield* countReserved(release, texts)
      return texts.length + reserved > maxStatements ? yield* makeFullError(reserved) : envelope
    }
    const texts = yield* store.statements(release)
    if (texts.length >= maxStatements) return yield* makeFullError(yield* countReserved(release, texts))
    return yield* new NotFound({ resource: "release" })
  })
})

/** The number of audits whose plan is not signed yet. */
export const countPreparing = (audits: ReadonlyArray<Pick<ReleaseAudit, "state">>): number =>
  audits.filter(({ state }) => state === "preparing").length

/** Locks the statements of a release until the transaction ends, and reads them. */
export const makeStatementLock = Effect.map(ReleaseStore, (store) =>
  Effect.fnUntraced(function* (release: Release) {
    if (!(yield* store.appendStatements(release, []))) return yield* new NotFound({ resource: "release" })
    return yield* store.statements(release)
  }),
)

export const makeFullError = (reserved: number) =>
  InvalidInput.at(
    "",
    `A release has at most ${maxStatements} statements${reserved === 0 ? "" : `, of which ${reserved} are kept for the plans and results of audits`}.`,
  )
