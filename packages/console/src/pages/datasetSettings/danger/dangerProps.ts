import type { Wire } from "../../../api/client.ts"
import type { DatasetPath } from "../../../api/dataset.ts"

/** Every section of the settings that can end a dataset takes these. */
export interface DangerZoneProps {
  readonly path: DatasetPath
  readonly dataset: Wire<"Dataset">
}

/** Each section opens a dialog, which also needs to close. */
export interface DangerDialogProps extends DangerZoneProps {
  readonly onClose: () => void
}
