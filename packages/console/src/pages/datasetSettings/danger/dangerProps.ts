import type { Wire } from "../../../api/client.ts"
import type { DatasetPath } from "../../../api/dataset.ts"

/** The danger zone and each of its dialogs take these. */
export interface DangerProps {
  readonly path: DatasetPath
  readonly dataset: Wire<"Dataset">
}
