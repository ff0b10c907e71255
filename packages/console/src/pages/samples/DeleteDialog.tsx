/** Deletes many samples with their labels. All that match filters are deleted only after the name of the dataset was typed. */
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
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
    <Modal
      opened
      onClose={onClose}
      title={t("bulk.deleteTitle", { count: count.count, number })}
      closeButtonProps={{ "aria-label": t("bulk.cancel") }}
    >
      <Stack>
        <Text>{t("bulk.deleteText")}</Text>
        {"filters" in target ? (
          <TextInput
            data-autofocus
            label={t("bulk.deleteType", { name: path.dataset })}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        ) : null}
        {bulk.isError ? <ProblemPanel error={bulk.error} /> : null}
        <BulkProgress isRunning={bulk.isPending} done={bulk.done} count={count} />
        <Group justify="flex-end">
          <Button variant="default" onClick={bulk.isPending ? bulk.stop : onClose}>
            {bulk.isPending ? t("bulk.stop") : t("bulk.cancel")}
          </Button>
          <Button
            color="red"
            disabled={"filters" in target && typed !== path.dataset}
            loading={bulk.isPending}
            onClick={remove}
          >
            {t("bulk.delete")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
