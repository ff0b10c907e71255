/** A dialog over a page in which its person signs in again, by a key or the identity provider. */
import { Stack, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { Dialog } from "../Dialog.tsx"
import { KeyForm, ProviderLink } from "./credentials.tsx"

interface SignInDialogProps {
  readonly title: string
  readonly text: string
  /** The text of the button that closes the dialog. */
  readonly close: string
  readonly pending: boolean
  readonly onKey: (key: string) => void
  readonly onClose: () => void
  /** Why the last try failed. */
  readonly children: ReactNode
}

export const SignInDialog = ({
  children,
  close,
  onClose,
  onKey,
  pending,
  text,
  title,
}: SignInDialogProps) => (
  <Dialog title={title} close={close} onClose={onClose}>
    <Stack>
      <Text size="sm">{text}</Text>
      <ProviderLink path={location.pathname + location.search} />
      <KeyForm pending={pending} onSubmit={onKey} />
      {children}
    </Stack>
  </Dialog>
)
