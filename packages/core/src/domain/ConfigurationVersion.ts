import type { DatasetId } from "./Ids.ts"
import type { JsonText } from "./JsonText.ts"
import type { Username } from "./Names.ts"
import type { Timestamp } from "./Timestamp.ts"

/** An entry of the history of a dataset's configuration. */
export interface ConfigurationHistoryEntry {
  /** The dataset's `configVersion` under this configuration. */
  readonly number: number
  /**
   * When the dataset got it. For a version that is older than the history: when the dataset was last changed, which is not before
   * that.
   */
  readonly at: Timestamp
  /** Null for a version that is older than the history. */
  readonly by: Username | null
}

/** An entry of the history with the configuration of that version. */
export interface ConfigurationVersion extends ConfigurationHistoryEntry {
  /** As sent. */
  readonly configuration: JsonText
}

/** A version of the configuration of a dataset, as storages keep it. */
export interface StoredConfiguration extends ConfigurationVersion {
  readonly datasetId: DatasetId
}
