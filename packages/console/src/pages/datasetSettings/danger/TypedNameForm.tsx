/** A dialog whose action needs the full name of the dataset, so that nobody acts on the wrong one. */
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core"
import { type FormEvent, type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"

interface TypedNameFormProps {
  readonly title: string
  readonly text: string
  readonly action: string
  /** What must be typed. */
  readonly name: string
  readonly disabled?: boolean
  readonly isRunning: boolean
  readonly error: Error | null
  readonly onAct: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

export const TypedNameForm = (props: TypedNameFormProps) => {
  const { t } = useTranslation("datasetSettings")
  const { disabled = false, error, name } = props
  const [typed, setTyped] = useState("")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onAct()
  }
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ "aria-label": t("cancel") }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text>{props.text}</Text>
          {props.children}
          <TextInput
            label={t("typeName", { name })}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {error === null ? null : <ProblemPanel error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" color="red" disabled={disabled || typed !== name} loading={props.isRunning}>
              {props.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
