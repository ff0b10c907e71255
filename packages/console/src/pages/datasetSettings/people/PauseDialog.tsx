/** Pauses a person, with the reason that they read, or changes the reason. */
import { Text, Textarea, TextInput } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../../api/dataset.ts"
import { ActionDialog } from "../../../ui/ActionDialog.tsx"
import { useChange } from "../../../ui/useChange.ts"
import { useClose } from "../../../ui/useDialog.tsx"
import { makePausesQuery, savePause } from "./calls.ts"

interface PauseDialogProps {
  readonly path: DatasetPath
  /** Null for a member of the organization, whose name is entered. */
  readonly name: string | null
  /** The reason of the present pause. */
  readonly reason?: string
}

export const PauseDialog = ({ name, path, reason: before = "" }: PauseDialogProps) => {
  const { t } = useTranslation("datasetSettings")
  const [reason, setReason] = useState(before)
  const [member, setMember] = useState("")
  const person = name ?? member.trim()
  const pause = useChange(() => savePause(path, person, reason.trim()), {
    stale: [makePausesQuery(path)],
    last: useClose(),
  })
  return (
    <ActionDialog
      title={
        name === null
          ? t("pauses.pauseMember", { owner: path.owner })
          : t(before === "" ? "pauses.pauseOf" : "pauses.changeOf", { name })
      }
      action={t(before === "" ? "pauses.pause" : "pauses.change")}
      disabled={person === "" || reason.trim() === "" || reason.trim() === before}
      change={pause}
    >
      {name === null ? (
        <TextInput
          label={t("people.username")}
          description={t("pauses.memberHint")}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          required
          withAsterisk={false}
          value={member}
          onChange={({ currentTarget }) => setMember(currentTarget.value)}
        />
      ) : (
        <Text>{t("pauses.text", { name })}</Text>
      )}
      <Textarea
        label={t("pauses.reason")}
        description={t("pauses.reasonHint")}
        data-autofocus={name === null ? undefined : true}
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
