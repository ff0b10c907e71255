/** State of a restore between the files of an archive. */
import type { AssetRecord, EndpointRecord, UserRecord } from "../domain/archive/otherRecords.ts"
import type { LabelVersionRecord } from "../domain/archive/storedRecords.ts"
import type { Dataset } from "../domain/Dataset.ts"
import type { AssetId, SampleId } from "../domain/Ids.ts"
import type { makeAccountNames } from "./accountNames.ts"
import type { RecordsReader } from "./readRecords.ts"
import { makeRestoredFiles, type RestoredFiles } from "./restoredFiles.ts"

export interface RestoreState {
  /** As it will be. */
  readonly dataset: Dataset
  readonly reader: RecordsReader
  readonly files: RestoredFiles
  readonly rename: ReturnType<typeof makeAccountNames>
  /** Assets that this attempt adds, and whose files are stored. */
  readonly assets: Array<AssetRecord>
  /** Assets that existed before. */
  readonly keptAssets: Array<AssetId>
  readonly endpoints: Array<EndpointRecord>
  /** Accounts to create. */
  readonly accounts: Array<UserRecord>
  /** The last version with attributes. */
  lastContent: Pick<LabelVersionRecord, "labelsetId" | "sampleId" | "content"> | null
  /** Gold samples whose known labels have not come yet. */
  readonly goldSamples: Set<SampleId>
  /** Records written so far. */
  written: number
}

/** The state at the beginning. */
export const restoreState = (
  given: Pick<RestoreState, "dataset" | "rename"> & { readonly reader: RecordsReader },
): RestoreState => ({
  ...given,
  files: makeRestoredFiles(),
  assets: [],
  keptAssets: [],
  endpoints: [],
  accounts: [],
  lastContent: null,
  goldSamples: new Set(),
  written: 0,
})
