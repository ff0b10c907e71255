/** Removes a collaborator from a dataset. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../../api/dataset.ts"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { collaboratorsQuery, removeCollaborator } from "./calls.ts"

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
      await client.invalidateQueries(collaboratorsQuery(path))
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("people.removeTitle", { name })}
      closeButtonProps={{ "aria-label": t("cancel") }}
    >
      <Stack>
        <Text>{t("people.removeText", { name })}</Text>
        {remove.error === null ? null : <ProblemPanel error={remove.error} />}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t("people.remove")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
