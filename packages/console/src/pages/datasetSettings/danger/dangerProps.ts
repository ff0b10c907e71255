import type { Wire } from "../../../api/client.ts"
import type { DatasetPath } from "../../../api/dataset.ts"

/** What the danger zone gets. */
export interface DangerZoneProps {
  readonly path: DatasetPath
  readonly dataset: Wire<"Dataset">
}

/** What each of its dialogs gets. */
export interface DangerDialogProps extends DangerZoneProps {
  readonly onClose: () => void
}
