/** Asks before a label is submitted, where the dataset demands it. Enter confirms. */
import { Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { ActionDialog } from "../../ui/ActionDialog.tsx"

interface ConfirmDialogProps {
  readonly onClose: () => void
  readonly onConfirm: () => void
}

export const ConfirmDialog = ({ onClose, onConfirm }: ConfirmDialogProps) => {
  const { t } = useTranslation("workbench")
  return (
    <ActionDialog
      title={t("session.confirmTitle")}
      action={t("session.submit")}
      focus="action"
      onAct={onConfirm}
      onClose={onClose}
    >
      <Text size="sm">{t("session.confirmText")}</Text>
    </ActionDialog>
  )
}
