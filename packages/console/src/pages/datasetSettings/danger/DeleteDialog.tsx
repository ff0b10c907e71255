/** Deletes a dataset with all that it holds. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { makeSamplesKey } from "../../../api/dataset.ts"
import { useRecentSignIn } from "../../../ui/signIn/useRecentSignIn.tsx"
import { deleteDataset } from "../calls.ts"
import type { DangerDialogProps } from "./dangerProps.ts"
import { TypedNameForm } from "./TypedNameForm.tsx"

export const DeleteDialog = ({ dataset, onClose, path }: DangerDialogProps) => {
  const { i18n, t } = useTranslation("datasetSettings")
  const client = useQueryClient()
  const navigate = useNavigate()
  const recent = useRecentSignIn()
  const remove = useMutation({
    mutationFn: () => recent.run(() => deleteDataset(path)),
    onSuccess: async () => {
      await navigate({ to: "/datasets" })
      client.removeQueries({ queryKey: makeSamplesKey(path) })
      await client.invalidateQueries({ queryKey: ["datasets"] })
    },
  })
  if (recent.dialog !== null) return recent.dialog
  return (
    <TypedNameForm
      title={t("delete.title")}
      text={t("delete.confirm", {
        count: dataset.samples_count,
        number: new Intl.NumberFormat(i18n.language).format(dataset.samples_count),
      })}
      action={t("delete.action")}
      name={dataset.full_name}
      isRunning={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
