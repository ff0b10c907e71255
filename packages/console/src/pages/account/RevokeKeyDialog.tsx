/** Revokes a key after its description was typed: programs that use it stop working at once. */
import { Alert, Text } from "@mantine/core"
import { useRouteContext } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { useChange } from "../../ui/useChange.ts"
import { useClose } from "../../ui/useDialog.tsx"
import { keysQuery, revokeKey } from "./keyQueries.ts"

export const RevokeKeyDialog = ({ apiKey }: { readonly apiKey: Wire<"ApiKey"> }) => {
  const { t } = useTranslation("account")
  const { session } = useRouteContext({ from: "/signed-in" })
  const revoke = useChange(() => revokeKey(apiKey.id), { stale: [keysQuery], last: useClose() })
  const description = apiKey.description === "" ? apiKey.id : apiKey.description
  return (
    <ActionDialog
      title={t("revokeTitle")}
      action={t("revoke")}
      isDangerous
      typed={{ text: description, label: t("revokeType", { description }), takesFocus: true }}
      change={revoke}
    >
      {session.api_key === apiKey.id ? <Alert color="yellow">{t("revokeOwn")}</Alert> : null}
      <Text>{t("revokeText", { description })}</Text>
    </ActionDialog>
  )
}
