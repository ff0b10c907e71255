/** Archives a dataset, or opens it again. */
import { Text } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { makeSamplesKey } from "../../../api/dataset.ts"
import { ActionDialog } from "../../../ui/ActionDialog.tsx"
import { archiveDataset } from "../calls.ts"
import type { DangerDialogProps } from "./dangerProps.ts"

export const ArchiveDialog = ({ dataset, onClose, path }: DangerDialogProps) => {
  const { t } = useTranslation("datasetSettings")
  const client = useQueryClient()
  const name = dataset.archived ? "unarchive" : "archive"
  const change = useMutation({
    mutationFn: () => archiveDataset(path, !dataset.archived),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: makeSamplesKey(path) })
      await client.invalidateQueries({ queryKey: ["datasets"] })
      onClose()
    },
  })
  return (
    <ActionDialog
      title={t(`${name}.title`)}
      action={t(`${name}.action`)}
      focus="action"
      isRunning={change.isPending}
      error={change.error}
      onAct={() => change.mutate()}
      onClose={onClose}
    >
      <Text>{t(`${name}.confirm`, { name: dataset.full_name })}</Text>
    </ActionDialog>
  )
}
