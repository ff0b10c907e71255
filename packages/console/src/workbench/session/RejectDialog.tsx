/** Asks a reviewer for the line that the labeler will read. */
import { Button, Group, Modal, Stack, Textarea } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"

interface RejectDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onReject: (comment: string) => void
}

export const RejectDialog = ({ onClose, onReject, opened }: RejectDialogProps) => {
  const { t } = useTranslation("workbench")
  return (
    <Modal
      closeButtonProps={{ "aria-label": t("session.cancel") }}
      opened={opened}
      onClose={onClose}
      lockScroll={false}
      title={t("session.rejectTitle")}
    >
      <RejectForm onClose={onClose} onReject={onReject} />
    </Modal>
  )
}

/** Its text begins empty each time, for the dialog removes it when it closes. */
const RejectForm = ({ onClose, onReject }: Omit<RejectDialogProps, "opened">) => {
  const { t } = useTranslation("workbench")
  const [comment, setComment] = useState("")
  const reason = comment.trim()
  const reject = () => {
    if (reason !== "") onReject(reason)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        reject()
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={t("session.rejectReason")}
          description={t("session.rejectHint")}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) reject()
          }}
          autosize
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("session.cancel")}
          </Button>
          <Button type="submit" disabled={reason === ""}>
            {t("session.reject")}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
