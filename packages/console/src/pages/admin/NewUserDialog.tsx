/** Makes an account of a person, and shows its first API key once. */
import { Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { SecretOnce } from "../../ui/SecretOnce.tsx"
import { useRecentSignIn } from "../../ui/signIn/useRecentSignIn.tsx"
import { useChange } from "../../ui/useChange.ts"
import { adminKey, createKeyFor, createUser } from "./calls.ts"

export const NewUserDialog = () => {
  const { t } = useTranslation("admin")
  const [username, setUsername] = useState("")
  const [email, setEmail] = useState("")
  const [made, setMade] = useState<string>()
  // Outside of every cache: it is gone with this dialog.
  const [secret, setSecret] = useState<string>()
  const recent = useRecentSignIn()
  const make = useChange(
    async () => {
      const name = username.trim()
      // A second try after a failed key does not make the account again.
      if (made !== name) {
        await createUser({ username: name, ...(email.trim() === "" ? {} : { email: email.trim() }) })
        setMade(name)
      }
      setSecret((await recent.run(() => createKeyFor(name, t("users.firstKey")))).key)
    },
    { stale: [[...adminKey, "users"]], reloadsAfterErrors: true },
  )
  if (secret !== undefined)
    return <SecretOnce title={t("users.keyOf", { name: made ?? "" })} secret={secret} />
  if (recent.dialog !== null) return recent.dialog
  return (
    <ActionDialog
      title={t("users.new")}
      action={t("users.make")}
      disabled={username.trim() === ""}
      change={make}
    >
      <TextInput
        label={t("users.username")}
        data-autofocus
        autoComplete="off"
        value={username}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
      />
      <TextInput
        label={t("users.email")}
        description={t("users.emailHint")}
        type="email"
        autoComplete="off"
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t("users.newText")}
      </Text>
    </ActionDialog>
  )
}
