/** Removes a collaborator from a dataset. */
import { Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../../api/dataset.ts"
import { ActionDialog } from "../../../ui/ActionDialog.tsx"
import { useChange } from "../../../ui/useChange.ts"
import { useClose } from "../../../ui/useDialog.tsx"
import { makeCollaboratorsQuery, removeCollaborator } from "./calls.ts"

interface RemoveDialogProps {
  readonly path: DatasetPath
  readonly name: string
}

export const RemoveDialog = ({ name, path }: RemoveDialogProps) => {
  const { t } = useTranslation("datasetSettings")
  const remove = useChange(() => removeCollaborator(path, name), {
    stale: [makeCollaboratorsQuery(path)],
    last: useClose(),
  })
  return (
    <ActionDialog
      title={t("people.removeTitle", { name })}
      action={t("people.remove")}
      isDangerous
      focus="cancel"
      change={remove}
    >
      <Text>{t("people.removeText", { name })}</Text>
    </ActionDialog>
  )
}
