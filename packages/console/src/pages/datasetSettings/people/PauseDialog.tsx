/** Pauses a person, with the reason that they read. */
import { Text, Textarea } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../../api/dataset.ts"
import { ActionDialog } from "../../../ui/ActionDialog.tsx"
import { useChange } from "../../../ui/useChange.ts"
import { useClose } from "../../../ui/useDialog.tsx"
import { makePausesQuery, savePause } from "./calls.ts"

interface PauseDialogProps {
  readonly path: DatasetPath
  readonly name: string
}

export const PauseDialog = ({ name, path }: PauseDialogProps) => {
  const { t } = useTranslation("datasetSettings")
  const [reason, setReason] = useState("")
  const pause = useChange(() => savePause(path, name, reason.trim()), {
    stale: [makePausesQuery(path)],
    last: useClose(),
  })
  return (
    <ActionDialog
      title={t("pauses.pauseOf", { name })}
      action={t("pauses.pause")}
      disabled={reason.trim() === ""}
      change={pause}
    >
      <Text>{t("pauses.text", { name })}</Text>
      <Textarea
        label={t("pauses.reason")}
        description={t("pauses.reasonHint")}
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
        required
        withAsterisk={false}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ActionDialog>
  )
}
