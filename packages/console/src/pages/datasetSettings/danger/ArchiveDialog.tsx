/** Archives a dataset, or opens it again. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { samplesKey } from "../../../api/dataset.ts"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { archiveDataset } from "../calls.ts"
import type { DangerDialogProps } from "./dangerProps.ts"

export const ArchiveDialog = ({ dataset, onClose, path }: DangerDialogProps) => {
  const { t } = useTranslation("datasetSettings")
  const client = useQueryClient()
  const name = dataset.archived ? "unarchive" : "archive"
  const change = useMutation({
    mutationFn: () => archiveDataset(path, !dataset.archived),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: samplesKey(path) })
      await client.invalidateQueries({ queryKey: ["datasets"] })
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`${name}.title`)}
      closeButtonProps={{ "aria-label": t("cancel") }}
    >
      <Stack>
        <Text>{t(`${name}.confirm`, { name: dataset.full_name })}</Text>
        {change.error === null ? null : <ProblemPanel error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button data-autofocus loading={change.isPending} onClick={() => change.mutate()}>
            {t(`${name}.action`)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
