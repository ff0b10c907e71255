/** The keys that act here, printed from the table that the listener reads, and the choice of other ones. */
import { Modal } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { KeyScope } from "../../model/keys/Binding.ts"
import type { Keymap } from "../../model/keys/keymap.ts"
import { KeySettings } from "./KeySettings.tsx"

interface KeysDialogProps {
  readonly keymap: Keymap
  readonly scopes: ReadonlySet<KeyScope>
  readonly opened: boolean
  readonly onClose: () => void
}

export const KeysDialog = ({ keymap, onClose, opened, scopes }: KeysDialogProps) => {
  const { t } = useTranslation("workbench")
  return (
    <Modal
      closeButtonProps={{ "aria-label": t("keys.close") }}
      opened={opened}
      onClose={onClose}
      lockScroll={false}
      title={t("keys.title")}
      size="lg"
    >
      <KeySettings keymap={keymap} scopes={scopes} />
    </Modal>
  )
}
