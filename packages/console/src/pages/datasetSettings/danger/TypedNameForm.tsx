/** A dialog whose action needs the full name of the dataset, so that nobody acts on the wrong one. */
import { Text, TextInput } from "@mantine/core"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { ActionDialog } from "../../../ui/ActionDialog.tsx"

interface TypedNameFormProps {
  readonly title: string
  readonly text: string
  readonly action: string
  /** The text that must be typed. */
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
  const { disabled = false, name, text, ...dialog } = props
  const [typed, setTyped] = useState("")
  return (
    <ActionDialog {...dialog} isDangerous disabled={disabled || typed !== name}>
      <Text>{text}</Text>
      {props.children}
      <TextInput
        label={t("typeName", { name })}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ActionDialog>
  )
}
