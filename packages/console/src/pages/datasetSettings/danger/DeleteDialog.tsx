/** Deletes a dataset with all that it holds. */
import { Text } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { makeSamplesKey } from "../../../api/dataset.ts"
import { ActionDialog } from "../../../ui/ActionDialog.tsx"
import { useRecentSignIn } from "../../../ui/signIn/useRecentSignIn.tsx"
import { useChange } from "../../../ui/useChange.ts"
import { deleteDataset } from "../calls.ts"
import type { DangerProps } from "./dangerProps.ts"

export const DeleteDialog = ({ dataset, path }: DangerProps) => {
  const { i18n, t } = useTranslation("datasetSettings")
  const client = useQueryClient()
  const navigate = useNavigate()
  const recent = useRecentSignIn()
  const remove = useChange(() => recent.run(() => deleteDataset(path)), {
    first: async () => {
      await navigate({ to: "/datasets" })
      client.removeQueries({ queryKey: makeSamplesKey(path) })
    },
    stale: [["datasets"]],
  })
  const name = dataset.full_name
  if (recent.dialog !== null) return recent.dialog
  return (
    <ActionDialog
      title={t("delete.title")}
      action={t("delete.action")}
      isDangerous
      typed={{ text: name, label: t("typeName", { name }) }}
      change={remove}
    >
      <Text>
        {t("delete.confirm", {
          count: dataset.samples_count,
          number: new Intl.NumberFormat(i18n.language).format(dataset.samples_count),
        })}
      </Text>
    </ActionDialog>
  )
}
