/** Revokes a key after its description was typed: programs that use it stop working at once. */
import { Alert, Text, TextInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRouteContext } from "@tanstack/react-router"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { keysQuery, revokeKey } from "./keyQueries.ts"

interface RevokeKeyDialogProps {
  readonly apiKey: Wire<"ApiKey">
  readonly onClose: () => void
}

export const RevokeKeyDialog = ({ apiKey, onClose }: RevokeKeyDialogProps) => {
  const { t } = useTranslation("account")
  const { session } = useRouteContext({ from: "/signed-in" })
  const client = useQueryClient()
  const [typed, setTyped] = useState("")
  const revoke = useMutation({
    mutationFn: () => revokeKey(apiKey.id),
    onSuccess: async () => {
      await client.invalidateQueries(keysQuery)
      onClose()
    },
  })
  const typedName = apiKey.description === "" ? apiKey.id : apiKey.description
  return (
    <ActionDialog
      title={t("revokeTitle")}
      action={t("revoke")}
      isDangerous
      disabled={typed !== typedName}
      isRunning={revoke.isPending}
      error={revoke.error}
      onAct={() => revoke.mutate()}
      onClose={onClose}
    >
      {session.api_key === apiKey.id ? <Alert color="yellow">{t("revokeOwn")}</Alert> : null}
      <Text>{t("revokeText", { description: typedName })}</Text>
      <TextInput
        label={t("revokeType", { description: typedName })}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
