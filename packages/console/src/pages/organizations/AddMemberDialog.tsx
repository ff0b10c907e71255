/** Adds a person who has an account. */
import { NativeSelect, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { type Role, roles, toRole } from "../../api/roles.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { makeChanges } from "./calls.ts"
import { useMembersChanged } from "./useMembersChanged.ts"

interface AddMemberDialogProps {
  readonly organization: string
  readonly onClose: () => void
}

export const AddMemberDialog = ({ onClose, organization }: AddMemberDialogProps) => {
  const { t } = useTranslation("organizations")
  const changed = useMembersChanged(organization)
  const [username, setUsername] = useState("")
  const [role, setRole] = useState<Role>("labeler")
  const add = useMutation({
    mutationFn: () => makeChanges(organization).putMember(username.trim(), role),
    onSuccess: async () => {
      onClose()
      await changed()
    },
  })
  return (
    <ActionDialog
      title={t("members.add")}
      action={t("members.addAction")}
      disabled={username.trim() === ""}
      isRunning={add.isPending}
      error={add.error}
      onAct={() => add.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t("members.username")}
        description={t("members.usernameHint")}
        data-autofocus
        autoComplete="off"
        value={username}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
      />
      <NativeSelect
        label={t("members.role")}
        value={role}
        data={roles.map((one) => ({ value: one, label: t(`roles.${one}`) }))}
        onChange={({ currentTarget }) => setRole(toRole(currentTarget.value))}
      />
    </ActionDialog>
  )
}
