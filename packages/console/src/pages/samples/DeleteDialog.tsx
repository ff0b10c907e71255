/** Deletes many samples with their labels. All that match filters are deleted only after the name of the dataset was typed. */
import { Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { deleteSamples } from "./calls.ts"
import { type BulkDialogProps, BulkProgress } from "./EditDialog.tsx"
import { useBulk } from "./useBulk.ts"

interface DeleteDialogProps extends BulkDialogProps {
  readonly onDeleted: () => void
}

export const DeleteDialog = ({ count, number, onClose, onDeleted, path, target }: DeleteDialogProps) => {
  const { t } = useTranslation("samples")
  const [typed, setTyped] = useState("")
  const bulk = useBulk(path, (_: undefined, portions) => deleteSamples(path, target, portions))
  const remove = () =>
    bulk.mutate(undefined, {
      onSuccess: () => {
        onDeleted()
        onClose()
      },
    })
  return (
    <ActionDialog
      title={t("bulk.deleteTitle", { count: count.count, number })}
      action={t("bulk.delete")}
      isDangerous
      disabled={"filters" in target && typed !== path.dataset}
      isRunning={bulk.isPending}
      error={bulk.error}
      {...(bulk.isPending ? { cancel: t("bulk.stop"), onCancel: bulk.stop } : {})}
      onAct={remove}
      onClose={onClose}
    >
      <Text>{t("bulk.deleteText")}</Text>
      {"filters" in target ? (
        <TextInput
          data-autofocus
          label={t("bulk.deleteType", { name: path.dataset })}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      ) : null}
      <BulkProgress isRunning={bulk.isPending} done={bulk.done} count={count} />
    </ActionDialog>
  )
}
