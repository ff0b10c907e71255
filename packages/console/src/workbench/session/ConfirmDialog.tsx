/** Asks before a label is submitted, where the dataset demands it. Enter confirms. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

export const ConfirmDialog = ({ onClose, onConfirm, opened }: ConfirmDialogProps) => {
  const { t } = useTranslation("workbench")
  return (
    <Modal
      closeButtonProps={{ "aria-label": t("session.cancel") }}
      opened={opened}
      onClose={onClose}
      lockScroll={false}
      title={t("session.confirmTitle")}
    >
      <Stack gap="sm">
        <Text size="sm">{t("session.confirmText")}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("session.cancel")}
          </Button>
          <Button data-autofocus onClick={onConfirm}>
            {t("session.submit")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
