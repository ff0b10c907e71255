/** Keeps a page open that has unsaved changes, until somebody says that they may be lost. */
import { Text } from "@mantine/core"
import { useBlocker } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { ActionDialog } from "./ActionDialog.tsx"

export const LeaveGuard = ({ isChanged }: { readonly isChanged: () => boolean }) => {
  const { t } = useTranslation("ui")
  const { proceed, reset, status } = useBlocker({
    shouldBlockFn: isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  if (status !== "blocked") return null
  return (
    <ActionDialog
      title={t("leave.title")}
      action={t("leave.leave")}
      cancel={t("leave.stay")}
      isDangerous
      focus="cancel"
      onAct={proceed}
      onClose={reset}
    >
      <Text>{t("leave.text")}</Text>
    </ActionDialog>
  )
}
