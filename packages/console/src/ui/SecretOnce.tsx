/**
 * A dialog with a secret that is shown this once. Neither Escape nor a click outside closes it: only somebody who has copied the secret,
 * or says that it is stored, may go on. The caller keeps the secret in the state of a component, never in the cache of queries.
 */
import { Alert, Button, Checkbox, Group, Stack } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { CopyField } from "./CopyField.tsx"
import { Dialog } from "./Dialog.tsx"
import { useClose } from "./useDialog.tsx"

interface SecretOnceProps {
  readonly title: string
  readonly secret: string
  /** Says what to do with the secret. By default, to store it. */
  readonly text?: string
  /** The label of the check box. By default, that it is stored. */
  readonly confirmation?: string
  /** By default `useClose`. */
  readonly onDone?: () => void
}

export const SecretOnce = ({ confirmation, onDone, secret, text, title }: SecretOnceProps) => {
  const close = useClose()
  const { t } = useTranslation("ui")
  const [isStored, setStored] = useState(false)
  return (
    <Dialog title={title} size="lg" onClose={onDone ?? close}>
      <Stack>
        <Alert color="yellow">{text ?? t("secretOnce")}</Alert>
        <CopyField value={secret} onCopy={() => setStored(true)} />
        <Checkbox
          label={confirmation ?? t("secretStored")}
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!isStored} onClick={onDone ?? close}>
            {t("done")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
