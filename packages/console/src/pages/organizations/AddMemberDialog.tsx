/** Adds a person who has an account. */
import { TextInput } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Role } from "../../api/roles.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { RoleField } from "../../ui/RoleField.tsx"
import { useChange } from "../../ui/useChange.ts"
import { useClose } from "../../ui/useDialog.tsx"
import { listMemberQueries, makeChanges } from "./calls.ts"

export const AddMemberDialog = ({ organization }: { readonly organization: string }) => {
  const { t } = useTranslation("organizations")
  const [username, setUsername] = useState("")
  const [role, setRole] = useState<Role>("labeler")
  const add = useChange(() => makeChanges(organization).putMember(username.trim(), role), {
    first: useClose(),
    stale: listMemberQueries(organization),
  })
  return (
    <ActionDialog
      title={t("members.add")}
      action={t("members.addAction")}
      disabled={username.trim() === ""}
      change={add}
    >
      <TextInput
        label={t("members.username")}
        description={t("members.usernameHint")}
        data-autofocus
        autoComplete="off"
        value={username}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
      />
      <RoleField label={t("members.role")} value={role} onChange={setRole} />
    </ActionDialog>
  )
}
