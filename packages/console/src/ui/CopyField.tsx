/** A text that one copies: in monospace, with a button that says when it was copied. */
import { Button, type ButtonProps, Code, CopyButton, Group } from "@mantine/core"
import { useTranslation } from "react-i18next"

interface CopyFieldProps {
  readonly value: string
  /** Called when the text has been copied. */
  readonly onCopy?: () => void
}

export const CopyField = ({ onCopy, value }: CopyFieldProps) => (
  <Group gap="xs" wrap="nowrap" align="flex-start">
    <Code block flex={1} style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
      {value}
    </Code>
    <CopyTextButton value={value} {...(onCopy === undefined ? {} : { onCopy })} />
  </Group>
)

/** The button alone. */
export const CopyTextButton = ({ onCopy, value, ...button }: CopyFieldProps & ButtonProps) => {
  const { t } = useTranslation("ui")
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          {...button}
          onClick={() => {
            copy()
            onCopy?.()
          }}
        >
          {copied ? t("copied") : t("copy")}
        </Button>
      )}
    </CopyButton>
  )
}
