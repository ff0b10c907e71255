/** Changes the e-mail address of the person who is signed in, or removes it. */
import { TextInput } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { api, readBody } from "../../api/client.ts"
import { userQuery } from "../../api/session.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { useChange } from "../../ui/useChange.ts"
import { useClose } from "../../ui/useDialog.tsx"

/** `email` is empty for none. */
export const EmailDialog = ({ email }: { readonly email: string }) => {
  const { t } = useTranslation("account")
  const [value, setValue] = useState(email)
  const change = useChange(
    () => readBody(api.PATCH("/user", { body: { email: value.trim() === "" ? null : value.trim() } })),
    { first: useClose(), stale: [userQuery] },
  )
  return (
    <ActionDialog title={t("emailTitle")} action={t("save")} change={change}>
      <TextInput
        type="email"
        label={t("email")}
        description={t("emailHint")}
        data-autofocus
        autoComplete="email"
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
    </ActionDialog>
  )
}
