/** The labeling guide of a dataset, and the people who have read it. */
import { Schema } from "effect"
import { computeSha256Hex } from "./digest.ts"
import type { DatasetId } from "./Ids.ts"
import type { Username } from "./Names.ts"
import type { Timestamp } from "./Timestamp.ts"

const versionPattern = /^[0-9a-f]{16}$/

/** A version of a guide: the first 16 hexadecimal digits of the SHA-256 of its text. Equal texts have equal versions. */
export const GuideVersion = Schema.String.pipe(
  Schema.pattern(versionPattern, { message: () => "must be 16 hexadecimal digits in lower case" }),
  Schema.brand("GuideVersion"),
  Schema.annotations({
    identifier: "GuideVersion",
    jsonSchema: {
      type: "string",
      pattern: versionPattern.source,
      description: "The first 16 hexadecimal digits of the SHA-256 of the text of a labeling guide",
    },
  }),
)
export type GuideVersion = typeof GuideVersion.Type

/** The version of a guide. Null for a guide without text. */
export const computeGuideVersion = (guide: string): GuideVersion | null =>
  guide.trim() === "" ? null : GuideVersion.make(computeSha256Hex(guide).slice(0, 16))

/** A person has read a version of the guide. */
export interface GuideAcknowledgement {
  readonly datasetId: DatasetId
  readonly user: Username
  readonly version: GuideVersion
  readonly at: Timestamp
}

/** The guide of a dataset as one caller sees it. */
export interface GuideView {
  readonly guide: string
  /** Null for a guide without text. */
  readonly version: GuideVersion | null
  /** When the caller acknowledged this version. Null until then. */
  readonly acknowledgedAt: Timestamp | null
}
