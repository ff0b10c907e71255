/** Dialogs that come before an action: the reason of a rejection, and the confirmation of a submission. */
import { Text, Textarea } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { isKey } from "../../ui/isKey.ts"

interface RejectDialogProps {
  /** A reason that could not be sent. */
  readonly initial: string
  readonly onClose: () => void
  readonly onReject: (comment: string) => void
}

export const RejectDialog = ({ initial, onClose, onReject }: RejectDialogProps) => {
  const { t } = useTranslation("workbench")
  const [comment, setComment] = useState(initial)
  const reason = comment.trim()
  const reject = () => {
    if (reason !== "") onReject(reason)
  }
  return (
    <ActionDialog
      title={t("session.rejectTitle")}
      action={t("session.reject")}
      disabled={reason === ""}
      onAct={reject}
      onClose={onClose}
    >
      <Textarea
        label={t("session.rejectReason")}
        description={t("session.rejectHint")}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
        onKeyDown={(event) => {
          if (isKey(event, "Enter") && (event.ctrlKey || event.metaKey)) reject()
        }}
        autosize
        data-autofocus
      />
    </ActionDialog>
  )
}

interface ConfirmDialogProps {
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks before a label is submitted, where the dataset demands it. Enter confirms. */
export const ConfirmDialog = ({ onClose, onConfirm }: ConfirmDialogProps) => {
  const { t } = useTranslation("workbench")
  return (
    <ActionDialog
      title={t("session.confirmTitle")}
      action={t("session.submit")}
      focus="action"
      onAct={onConfirm}
      onClose={onClose}
    >
      <Text size="sm">{t("session.confirmText")}</Text>
    </ActionDialog>
  )
}
