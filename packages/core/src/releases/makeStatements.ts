/** The statements that the engine makes about a release, signed. */
import { type Dataset, formatFullName } from "../domain/Dataset.ts"
import { computeSha256Hex } from "../domain/digest.ts"
import { toJsonText } from "../domain/JsonText.ts"
import type { Release } from "../domain/Release.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { SigningKey } from "../kernel/ed25519.ts"
import { makeAgreementPredicate } from "./agreementStatement.ts"
import type { LabelsetShares } from "./authorCounts.ts"
import { listCheckedRules } from "./checkedRules.ts"
import { inTotoType, signEnvelope } from "./dsse.ts"
import type { GroundTruthCounts } from "./groundTruthCounts.ts"
import type { OverlapFigures } from "./OverlapTally.ts"
import type { FileFacts } from "./releaseBytes.ts"
import { formatStatement, predicateTypes, type ReleasePredicate, type WarningTotals } from "./statement.ts"

/** The content of the statements beside the file. */
export interface StatedRelease {
  readonly release: Pick<Release, "id" | "name" | "createdAt">
  readonly dataset: Pick<Dataset, "owner" | "name" | "configVersion" | "settings" | "taskAttributes">
  readonly facts: FileFacts
  readonly labelsets: ReadonlyArray<LabelsetShares>
  readonly warnings: ReadonlyArray<WarningTotals>
  readonly overlap: OverlapFigures
  readonly groundTruth: GroundTruthCounts
  readonly signedAt: Timestamp
}

/** Returns the JSON of the envelopes: the root statement, the release statement, then the agreement statement. */
export const makeStatements = (stated: StatedRelease, key: SigningKey): ReadonlyArray<string> => {
  const { dataset, facts, release } = stated
  const samples = { count: facts.samplesCount, root: facts.samplesSha256 }
  const sign = (name: string, predicateType: string, predicate: object) =>
    JSON.stringify(
      signEnvelope(
        key,
        inTotoType,
        formatStatement({ name, sha256: facts.sha256 }, predicateType, toJsonText(predicate)),
      ),
    )
  const name = `${formatFullName(dataset)}/${release.name}`
  return [
    // The subject has the id alone: names of 300 characters would make a proof too long.
    sign(release.id, predicateTypes.root, { samples }),
    sign(name, predicateTypes.release, makePredicate(stated, samples)),
    sign(name, predicateTypes.agreement, makeAgreementPredicate({ ...stated, samples })),
  ]
}

const makePredicate = (
  { dataset, labelsets, release, signedAt, warnings }: StatedRelease,
  samples: ReleasePredicate["samples"],
): ReleasePredicate => ({
  release: {
    uuid: release.id,
    dataset: formatFullName(dataset),
    name: release.name,
    created_at: release.createdAt,
  },
  samples,
  configuration: {
    version: dataset.configVersion,
    sha256: computeSha256Hex(dataset.taskAttributes),
  },
  labelsets,
  warnings: {
    rules: listCheckedRules(JSON.parse(dataset.taskAttributes)),
    labelsets: warnings.map(({ labelset, totals }) => ({ labelset, rules: totals })),
  },
  signed_at: signedAt,
})
