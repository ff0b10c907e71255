import type { DatasetId, JobId } from "./Ids.ts"
import type { JsonText } from "./JsonText.ts"
import type { Username } from "./Names.ts"
import type { Timestamp } from "./Timestamp.ts"

/**
 * `staging`: labels are staged, and the dataset has the old number. `folding`: the dataset has the new number, and
 * staged versions are moved to the other versions. `dropping`: the change failed, and its staged versions are
 * removed.
 */
export type ChangePhase = "staging" | "folding" | "dropping"

/**
 * A change of a dataset's configuration that migrates its labels. New versions of labels are staged under the number
 * of the new configuration, and are current as soon as the dataset has it.
 */
export interface ConfigurationChange {
  readonly datasetId: DatasetId
  /** The number of the new configuration. */
  readonly number: number
  readonly phase: ChangePhase
  readonly jobId: JobId
  /** The configurations before and after the change. */
  readonly before: JsonText
  readonly configuration: JsonText
  /** The validated actions, as sent. */
  readonly actions: JsonText
  readonly at: Timestamp
  readonly by: Username
}
