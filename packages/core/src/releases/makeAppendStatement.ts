import { Effect } from "effect"
import { type Dataset, formatFullName } from "../domain/Dataset.ts"
import { type Envelope, maxStatements } from "../domain/Envelope.ts"
import { InvalidInput, NotFound } from "../domain/errors.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { Release } from "../domain/Release.ts"
import type { SigningKey } from "../kernel/ed25519.ts"
import { inTotoType, signEnvelope } from "./dsse.ts"
import { makeNoFileError } from "./openedFile.ts"
import { ReleaseStore } from "./ReleaseStore.ts"
import { formatStatement } from "./statement.ts"

/** A statement about the file of a release. */
export interface StatedPredicate {
  readonly dataset: Pick<Dataset, "name" | "owner">
  readonly release: Release
  readonly predicateType: string
  readonly predicate: JsonText
}

/** Signs statements about releases and appends them. The key is read before the transaction, in which keys are not cached. */
export const makeAppendStatement = Effect.map(ReleaseStore, (store) =>
  Effect.fnUntraced(function* (
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
    if (yield* store.appendStatements(release, [JSON.stringify(envelope)])) return envelope
    if ((yield* store.statements(release)).length >= maxStatements)
      return yield* InvalidInput.at("", `A release has at most ${maxStatements} statements.`)
    return yield* new NotFound({ resource: "release" })
  }),
)
