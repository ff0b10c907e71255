/** A dialog with one action: its fields, the error of the last try, and the buttons. Enter in a field performs the action. */
import { Button, Group, type ModalProps, Stack } from "@mantine/core"
import type { FormEvent, ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Dialog } from "./Dialog.tsx"
import { ProblemPanel } from "./ProblemPanel.tsx"

interface ActionDialogProps {
  readonly title: string
  /** The text of the button that performs the action. */
  readonly action: string
  /** The text of the button that does not; by default "Cancel". */
  readonly cancel?: string
  /** Says what that button does; by default it closes the dialog. */
  readonly onCancel?: () => void
  /** For actions that take something away. */
  readonly isDangerous?: boolean
  readonly disabled?: boolean
  readonly isRunning?: boolean
  /** The error of the last try; null or undefined without one. */
  readonly error?: unknown
  /** The button that has the focus at first. A field that shall have it names itself with `data-autofocus`. */
  readonly focus?: "action" | "cancel"
  readonly size?: ModalProps["size"]
  readonly onAct: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

export const ActionDialog = (props: ActionDialogProps) => {
  const { t } = useTranslation("ui")
  const { action, children, error, focus, isDangerous = false, onAct, onClose, size, title } = props
  const cancel = props.cancel ?? t("cancel")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // To React, a dialog lies within the form that opened it.
    event.stopPropagation()
    onAct()
  }
  // What the action returns, such as a secret, would be shown to nobody.
  const stays = props.isRunning === true && props.onCancel === undefined
  return (
    <Dialog
      title={title}
      close={cancel}
      stays={stays}
      onClose={onClose}
      {...(size === undefined ? {} : { size })}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {children}
          {error === null || error === undefined ? null : <ProblemPanel error={error} />}
          <Group justify="flex-end">
            <Button
              variant="default"
              disabled={stays}
              onClick={props.onCancel ?? onClose}
              {...(focus === "cancel" ? { "data-autofocus": true } : {})}
            >
              {cancel}
            </Button>
            <Button
              type="submit"
              {...(isDangerous ? { color: "red" } : {})}
              {...(focus === "action" ? { "data-autofocus": true } : {})}
              disabled={props.disabled ?? false}
              loading={props.isRunning ?? false}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
