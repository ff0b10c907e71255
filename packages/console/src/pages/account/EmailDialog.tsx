/** Changes the e-mail address of the person who is signed in, or removes it. */
import { TextInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { api, readBody } from "../../api/client.ts"
import { userQuery } from "../../api/session.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"

interface EmailDialogProps {
  /** Empty for none. */
  readonly email: string
  readonly onClose: () => void
}

export const EmailDialog = ({ email, onClose }: EmailDialogProps) => {
  const { t } = useTranslation("account")
  const client = useQueryClient()
  const [value, setValue] = useState(email)
  const change = useMutation({
    mutationFn: () => {
      const address = value.trim()
      return readBody(api.PATCH("/user", { body: { email: address === "" ? null : address } }))
    },
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries(userQuery)
    },
  })
  return (
    <ActionDialog
      title={t("emailTitle")}
      action={t("save")}
      isRunning={change.isPending}
      error={change.error}
      onAct={() => change.mutate()}
      onClose={onClose}
    >
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
