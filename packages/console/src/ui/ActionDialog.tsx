/** A dialog with one action: its fields, the error of the last try, and the buttons. Enter in a field performs the action. */
import { Button, Group, type ModalProps, Stack, TextInput } from "@mantine/core"
import { type FormEvent, type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { Dialog } from "./Dialog.tsx"
import { ProblemPanel } from "./ProblemPanel.tsx"
import { useClose } from "./useDialog.tsx"

interface ActionDialogProps {
  readonly title: string
  /** The text of the button that performs the action. */
  readonly action: string
  /** The text of the button that does not; by default "Cancel". */
  readonly cancel?: string
  /** Called by that button, which closes the dialog by default. */
  readonly onCancel?: () => void
  /** For actions that take something away. */
  readonly isDangerous?: boolean
  readonly disabled?: boolean
  /** A text that must be typed first, so that nobody acts on the wrong thing. */
  readonly typed?: { readonly text: string; readonly label: string; readonly takesFocus?: boolean }
  /** The change that the action makes, in place of `isRunning`, `error` and `onAct`. */
  readonly change?: { readonly isPending: boolean; readonly error: unknown; readonly mutate: () => void }
  readonly isRunning?: boolean
  /** The error of the last try; null or undefined without one. */
  readonly error?: unknown
  /** The button that has the focus at first. A field that shall have it names itself with `data-autofocus`. */
  readonly focus?: "action" | "cancel"
  readonly size?: ModalProps["size"]
  readonly onAct?: () => void
  /** By default `useClose`. */
  readonly onClose?: () => void
  readonly children?: ReactNode
}

export const ActionDialog = (props: ActionDialogProps) => {
  const { t } = useTranslation("ui")
  const close = useClose()
  const [text, setText] = useState("")
  const { action, change, children, focus, isDangerous = false, onClose = close, size, title, typed } = props
  const isRunning = props.isRunning ?? change?.isPending ?? false
  const cancel = props.cancel ?? t("cancel")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // To React, a dialog lies within the form that opened it.
    event.stopPropagation()
    const act = props.onAct ?? change?.mutate
    act?.()
  }
  // What the action returns, such as a secret, would be shown to nobody.
  const stays = isRunning && props.onCancel === undefined
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
          {typed === undefined ? null : (
            <TextInput
              label={typed.label}
              {...(typed.takesFocus === true ? { "data-autofocus": true } : {})}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
          <ProblemPanel error={props.error ?? change?.error} />
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
              disabled={props.disabled === true || (typed !== undefined && typed.text !== text)}
              loading={isRunning}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
