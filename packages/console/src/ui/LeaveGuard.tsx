/** Keeps a page open that has unsaved changes, until somebody says that they may be lost. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core"
import { useBlocker } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"

export const LeaveGuard = ({ isChanged }: { readonly isChanged: () => boolean }) => {
  const { t } = useTranslation("ui")
  const { proceed, reset, status } = useBlocker({
    shouldBlockFn: isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  if (status !== "blocked") return null
  return (
    <Modal
      opened
      onClose={reset}
      title={t("leave.title")}
      closeButtonProps={{ "aria-label": t("leave.stay") }}
    >
      <Stack>
        <Text>{t("leave.text")}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={reset}>
            {t("leave.stay")}
          </Button>
          <Button color="red" onClick={proceed}>
            {t("leave.leave")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
