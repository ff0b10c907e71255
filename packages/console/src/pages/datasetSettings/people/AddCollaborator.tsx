/** Adds a person who has an account to a dataset. */
import { Button, Group, TextInput } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../../api/dataset.ts"
import { hasStatus } from "../../../api/problem.ts"
import type { Role } from "../../../api/roles.ts"
import { ChangeForm } from "../../../ui/ChangeForm.tsx"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { RoleField } from "../../../ui/RoleField.tsx"
import { useChange } from "../../../ui/useChange.ts"
import { addCollaborator, makeCollaboratorsQuery } from "./calls.ts"

export const AddCollaborator = ({ path }: { readonly path: DatasetPath }) => {
  const { t } = useTranslation("datasetSettings")
  const [user, setUser] = useState("")
  const [role, setRole] = useState<Role>("labeler")
  const add = useChange(() => addCollaborator(path, user.trim(), role), {
    first: () => setUser(""),
    stale: [makeCollaboratorsQuery(path)],
  })
  const isAtName = hasStatus(add.error, 400, 404, 409)
  const message = hasStatus(add.error, 404) ? t("people.unknown", { name: user.trim() }) : add.error?.message
  return (
    <ChangeForm change={add} label={t("people.add")}>
      <Group gap="xs" align="flex-start">
        <TextInput
          label={t("people.username")}
          w={240}
          autoComplete="off"
          spellCheck={false}
          required
          withAsterisk={false}
          value={user}
          error={isAtName ? message : undefined}
          onChange={({ currentTarget }) => {
            setUser(currentTarget.value)
            add.reset()
          }}
        />
        <RoleField label={t("people.role")} w={160} value={role} onChange={setRole} />
        <Button type="submit" variant="default" mt={22} disabled={user.trim() === ""} loading={add.isPending}>
          {t("people.add")}
        </Button>
      </Group>
      {isAtName ? null : <ProblemPanel error={add.error} />}
    </ChangeForm>
  )
}
