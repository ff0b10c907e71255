/** Models: accounts that label samples before people do, and their versions. */
import { Schema } from "effect"
import { FilledText, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"
import type { User } from "./User.ts"
import { Paragraph } from "./wire/fields.ts"

/** The name of a version, such as `2026-11` or the hash of a commit. Unlike other names, it is compared exactly. */
export const ModelVersionName = FilledText(100).annotations({ identifier: "ModelVersionName" })

/** The name that people read for a model. */
export const ModelDisplayName = FilledText(200).annotations({ identifier: "ModelDisplayName" })

/** A version of a model. It never changes, because labels name it. */
export const ModelVersion = Schema.Struct({
  model: Username,
  name: ModelVersionName,
  note: Paragraph,
  createdAt: Timestamp,
  /** Null for the engine itself. */
  createdBy: Schema.NullOr(Username),
})
export interface ModelVersion extends Schema.Schema.Type<typeof ModelVersion> {}

/** A model with its versions. */
export interface Model {
  readonly account: User
  /** Newest first, at most `maxShownVersions`. */
  readonly versions: ReadonlyArray<ModelVersion>
}

/** The most versions that are shown with a model. */
export const maxShownVersions = 100
