/** Gives a dataset to an organization whose admin the person is. */
import { NativeSelect, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { toDatasetPath } from "../../../api/dataset.ts"
import { userQuery } from "../../../api/session.ts"
import { ActionDialog } from "../../../ui/ActionDialog.tsx"
import { useRecentSignIn } from "../../../ui/signIn/useRecentSignIn.tsx"
import { useChange } from "../../../ui/useChange.ts"
import { useClose } from "../../../ui/useDialog.tsx"
import { transferDataset } from "../calls.ts"
import type { DangerProps } from "./dangerProps.ts"

export const TransferDialog = ({ dataset, path }: DangerProps) => {
  const { t } = useTranslation("datasetSettings")
  const navigate = useNavigate()
  const recent = useRecentSignIn()
  const { data: user } = useQuery(userQuery)
  const organizations = (user?.organizations ?? [])
    .map(({ username }) => username)
    .filter((name) => name !== path.owner)
  const [chosen, setChosen] = useState<string>()
  const to = chosen ?? organizations[0]
  const close = useClose()
  const transfer = useChange(() => recent.run(() => transferDataset(path, to ?? "")), {
    stale: [["datasets"]],
    last: async (moved) => {
      close()
      await navigate({
        to: "/d/$owner/$dataset/settings",
        params: toDatasetPath(moved),
        search: { view: "danger" },
        replace: true,
      })
    },
  })
  const name = dataset.full_name
  if (recent.dialog !== null) return recent.dialog
  return (
    <ActionDialog
      title={t("transfer.title")}
      action={t("transfer.action")}
      isDangerous
      disabled={to === undefined}
      typed={{ text: name, label: t("typeName", { name }) }}
      change={transfer}
    >
      <Text>{t("transfer.confirm")}</Text>
      {organizations.length === 0 ? (
        <Text c="dimmed">{t("transfer.nowhere")}</Text>
      ) : (
        <NativeSelect
          label={t("transfer.to")}
          data-autofocus
          data={organizations}
          value={to ?? ""}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
    </ActionDialog>
  )
}
