/**
 * A change of a dataset's configuration that takes its labels along: versions of them are staged under the number that the
 * configuration will have, and count from the moment at which the dataset has it.
 */
import type { DatasetId, JobId } from "./Ids.ts"
import type { JsonText } from "./JsonText.ts"
import type { Username } from "./Names.ts"
import type { Timestamp } from "./Timestamp.ts"

/**
 * `staging`: labels are staged, the dataset has its old number. `folding`: the dataset has the new number, and the staged
 * versions are written where versions are. `dropping`: it came to nothing, and the staged versions go.
 */
export type ChangePhase = "staging" | "folding" | "dropping"

export interface ConfigurationChange {
  readonly datasetId: DatasetId
  /** The number that the configuration will have. */
  readonly number: number
  readonly phase: ChangePhase
  readonly jobId: JobId
  /** What the dataset has until then, and what it will have. */
  readonly before: JsonText
  readonly configuration: JsonText
  /** As they were sent, and checked. */
  readonly actions: JsonText
  readonly at: Timestamp
  readonly by: Username
}
