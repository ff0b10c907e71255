/** The keys that act here, printed from the table that the listener reads, and the choice of other ones. */
import { useTranslation } from "react-i18next"
import { Dialog } from "../../../ui/Dialog.tsx"
import type { KeyScope } from "../../model/keys/Binding.ts"
import type { Keymap } from "../../model/keys/keymap.ts"
import { KeySettings } from "./KeySettings.tsx"

interface KeysDialogProps {
  readonly keymap: Keymap
  readonly scopes: ReadonlySet<KeyScope>
  readonly onClose: () => void
}

export const KeysDialog = ({ keymap, onClose, scopes }: KeysDialogProps) => {
  const { t } = useTranslation("workbench")
  return (
    <Dialog title={t("keys.title")} close={t("keys.close")} size="lg" onClose={onClose}>
      <KeySettings keymap={keymap} scopes={scopes} />
    </Dialog>
  )
}
