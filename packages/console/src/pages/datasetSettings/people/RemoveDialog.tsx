/** Removes a collaborator from a dataset. */
import { Text } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../../api/dataset.ts"
import { ActionDialog } from "../../../ui/ActionDialog.tsx"
import { makeCollaboratorsQuery, removeCollaborator } from "./calls.ts"

interface RemoveDialogProps {
  readonly path: DatasetPath
  readonly name: string
  readonly onClose: () => void
}

export const RemoveDialog = ({ name, onClose, path }: RemoveDialogProps) => {
  const { t } = useTranslation("datasetSettings")
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeCollaborator(path, name),
    onSuccess: async () => {
      await client.invalidateQueries(makeCollaboratorsQuery(path))
      onClose()
    },
  })
  return (
    <ActionDialog
      title={t("people.removeTitle", { name })}
      action={t("people.remove")}
      isDangerous
      focus="cancel"
      isRunning={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <Text>{t("people.removeText", { name })}</Text>
    </ActionDialog>
  )
}
