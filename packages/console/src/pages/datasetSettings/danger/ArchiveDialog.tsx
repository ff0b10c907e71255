/** Archives a dataset, or opens it again. */
import { Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { makeSamplesKey } from "../../../api/dataset.ts"
import { ActionDialog } from "../../../ui/ActionDialog.tsx"
import { useChange } from "../../../ui/useChange.ts"
import { useClose } from "../../../ui/useDialog.tsx"
import { archiveDataset } from "../calls.ts"
import type { DangerProps } from "./dangerProps.ts"

export const ArchiveDialog = ({ dataset, path }: DangerProps) => {
  const { t } = useTranslation("datasetSettings")
  const name = dataset.archived ? "unarchive" : "archive"
  const change = useChange(() => archiveDataset(path, !dataset.archived), {
    stale: [makeSamplesKey(path), ["datasets"]],
    last: useClose(),
  })
  return (
    <ActionDialog title={t(`${name}.title`)} action={t(`${name}.action`)} focus="action" change={change}>
      <Text>{t(`${name}.confirm`, { name: dataset.full_name })}</Text>
    </ActionDialog>
  )
}
