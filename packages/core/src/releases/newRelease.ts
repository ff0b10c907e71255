/** Input of a new release and its record. */
import { Schema } from "effect"
import type { DatasetId, ReleaseId } from "../domain/Ids.ts"
import { ReleaseName, type Username } from "../domain/Names.ts"
import type { Release } from "../domain/Release.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import { decodeInput } from "../domain/violations.ts"
import { Description } from "../domain/wire/fields.ts"

const NewRelease = Schema.Struct({
  name: ReleaseName,
  description: Schema.optionalWith(Description, { default: () => "" }),
})

/** Plain values: the name needs no brand, it is validated. */
export interface NewReleaseInput extends Schema.Schema.Encoded<typeof NewRelease> {}

export const newReleaseOf = decodeInput(NewRelease)

export const makePendingRelease = (release: {
  readonly id: ReleaseId
  readonly datasetId: DatasetId
  readonly name: ReleaseName
  readonly description: string
  readonly createdAt: Timestamp
  readonly createdBy: Username
}): Release => ({
  ...release,
  status: "PENDING",
  statusInfo: null,
  samplesCount: 0,
  samplesDone: 0,
  sha256: null,
  sizeBytes: null,
  samplesSha256: null,
  fileKey: null,
})
