/** Gives a dataset to an organization whose admin the person is. */
import { NativeSelect, Text } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { toDatasetPath } from "../../../api/dataset.ts"
import { userQuery } from "../../../api/session.ts"
import { useRecentSignIn } from "../../../ui/signIn/useRecentSignIn.tsx"
import { transferDataset } from "../calls.ts"
import type { DangerDialogProps } from "./dangerProps.ts"
import { TypedNameForm } from "./TypedNameForm.tsx"

export const TransferDialog = ({ dataset, onClose, path }: DangerDialogProps) => {
  const { t } = useTranslation("datasetSettings")
  const client = useQueryClient()
  const navigate = useNavigate()
  const recent = useRecentSignIn()
  const { data: user } = useQuery(userQuery)
  const organizations = (user?.organizations ?? [])
    .map(({ username }) => username)
    .filter((name) => name !== path.owner)
  const [chosen, setChosen] = useState<string>()
  const to = chosen ?? organizations[0]
  const transfer = useMutation({
    mutationFn: (owner: string) => recent.run(() => transferDataset(path, owner)),
    onSuccess: async (moved) => {
      await client.invalidateQueries({ queryKey: ["datasets"] })
      onClose()
      await navigate({
        to: "/d/$owner/$dataset/settings",
        params: toDatasetPath(moved),
        search: { view: "danger" },
        replace: true,
      })
    },
  })
  if (recent.dialog !== null) return recent.dialog
  return (
    <TypedNameForm
      title={t("transfer.title")}
      text={t("transfer.confirm")}
      action={t("transfer.action")}
      name={dataset.full_name}
      disabled={to === undefined}
      isRunning={transfer.isPending}
      error={transfer.error}
      onAct={() => (to === undefined ? undefined : transfer.mutate(to))}
      onClose={onClose}
    >
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
    </TypedNameForm>
  )
}
