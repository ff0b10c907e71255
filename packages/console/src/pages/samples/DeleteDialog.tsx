/** Deletes many samples with their labels. All that match filters are deleted only after the name of the dataset was typed. */
import { Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { useClose } from "../../ui/useDialog.tsx"
import { deleteSamples } from "./calls.ts"
import { type BulkDialogProps, BulkProgress } from "./EditDialog.tsx"
import { useBulk } from "./useBulk.ts"

interface DeleteDialogProps extends BulkDialogProps {
  readonly onDeleted: () => void
}

export const DeleteDialog = ({ count, number, onDeleted, path, target }: DeleteDialogProps) => {
  const { t } = useTranslation("samples")
  const close = useClose()
  const bulk = useBulk(path, (_: undefined, portions) => deleteSamples(path, target, portions))
  const remove = () =>
    bulk.mutate(undefined, {
      onSuccess: () => {
        onDeleted()
        close()
      },
    })
  const name = path.dataset
  return (
    <ActionDialog
      title={t("bulk.deleteTitle", { count: count.count, number })}
      action={t("bulk.delete")}
      isDangerous
      {...("filters" in target
        ? { typed: { text: name, label: t("bulk.deleteType", { name }), takesFocus: true } }
        : {})}
      isRunning={bulk.isPending}
      error={bulk.error}
      {...(bulk.isPending ? { cancel: t("bulk.stop"), onCancel: bulk.stop } : {})}
      onAct={remove}
    >
      <Text>{t("bulk.deleteText")}</Text>
      <BulkProgress isRunning={bulk.isPending} done={bulk.done} count={count} />
    </ActionDialog>
  )
}
