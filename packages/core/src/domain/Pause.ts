/** A pause: a person gets no samples of a dataset until it ends. */
import type { DatasetId } from "./Ids.ts"
import type { Username } from "./Names.ts"
import type { Timestamp } from "./Timestamp.ts"

export interface Pause {
  readonly datasetId: DatasetId
  readonly user: Username
  /** The text that the person reads. */
  readonly reason: string
  readonly at: Timestamp
  /** Null for the engine itself. */
  readonly by: Username | null
}
