/** A dialog with one action: its fields, the error of the last try, and the buttons. Enter in a field performs the action. */
import { Button, Group, Modal, type ModalProps, Stack } from "@mantine/core"
import type { FormEvent, ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "./ProblemPanel.tsx"

interface ActionDialogProps {
  readonly title: string
  /** The text of the button that performs the action. */
  readonly action: string
  /** For actions that take something away. */
  readonly isDangerous?: boolean
  readonly disabled?: boolean
  readonly isRunning: boolean
  /** The error of the last try; null or undefined without one. */
  readonly error: unknown
  readonly size?: ModalProps["size"]
  readonly onAct: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

export const ActionDialog = (props: ActionDialogProps) => {
  const { t } = useTranslation("ui")
  const { action, children, error, isDangerous = false, onAct, onClose, title } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAct()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={props.size ?? "md"}
      closeButtonProps={{ "aria-label": t("cancel") }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {children}
          {error === null || error === undefined ? null : <ProblemPanel error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button
              type="submit"
              {...(isDangerous ? { color: "red" } : {})}
              disabled={props.disabled ?? false}
              loading={props.isRunning}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
