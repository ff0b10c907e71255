/** The collaborators of a dataset: their roles, adding people by name, and removing them. */
import { Button, NativeSelect, Stack, Table, Text } from "@mantine/core"
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../../api/dataset.ts"
import { type Role, roles } from "../../../api/roles.ts"
import { sessionQuery } from "../../../api/session.ts"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { TableSection } from "../../../ui/TableSection.tsx"
import { AddCollaborator } from "./AddCollaborator.tsx"
import { type Collaborator, makeCollaboratorsQuery, movable, updateRole } from "./calls.ts"
import { RemoveDialog } from "./RemoveDialog.tsx"

interface CollaboratorListProps {
  readonly path: DatasetPath
  /** Whether the caller adds and removes people, and sets any role. */
  readonly mayEdit: boolean
  /** Whether the caller moves people between labeler and reviewer. */
  readonly mayMove: boolean
}

export const CollaboratorList = ({ mayEdit, mayMove, path }: CollaboratorListProps) => {
  const { t } = useTranslation("datasetSettings")
  const client = useQueryClient()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data, error, refetch } = useQuery(makeCollaboratorsQuery(path))
  const [leaving, setLeaving] = useState<string>()
  const change = useMutation({
    mutationFn: ({ name, role }: { readonly name: string; readonly role: Role }) =>
      updateRole(path, name, role),
    onSettled: () => client.invalidateQueries(makeCollaboratorsQuery(path)),
  })
  const listRoles = ({ role, user }: Collaborator): ReadonlyArray<Role> =>
    mayEdit ? roles : mayMove && movable.includes(role) && user.username !== session?.user ? movable : [role]
  return (
    <Stack gap="md">
      <TableSection
        title={t("people.title")}
        columns={[
          { name: t("people.person") },
          { name: t("people.role") },
          { name: t("people.actions"), hidden: true },
        ]}
        rows={data}
        error={error}
        onRetry={refetch}
        empty={t("people.none", { owner: path.owner })}
        minWidth={320}
      >
        {(collaborator) => {
          const name = collaborator.user.username
          return (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td h={44}>
                <RoleSelect
                  label={t("people.roleOf", { name })}
                  value={
                    change.isPending && change.variables.name === name
                      ? change.variables.role
                      : collaborator.role
                  }
                  roles={listRoles(collaborator)}
                  onChange={(role) => change.mutate({ name, role })}
                />
              </Table.Td>
              <Table.Td ta="right">
                {mayEdit ? (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t("people.removeOf", { name })}
                    onClick={() => setLeaving(name)}
                  >
                    {t("people.remove")}
                  </Button>
                ) : null}
              </Table.Td>
            </Table.Tr>
          )
        }}
      </TableSection>
      {change.error === null ? null : <ProblemPanel error={change.error} />}
      {mayEdit ? <AddCollaborator path={path} /> : null}
      {leaving === undefined ? null : (
        <RemoveDialog path={path} name={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </Stack>
  )
}

interface RoleSelectProps {
  readonly label: string
  readonly value: Role
  /** Those that the caller may set; one alone is a text. */
  readonly roles: ReadonlyArray<Role>
  readonly onChange: (role: Role) => void
}

const RoleSelect = ({ label, onChange, roles, value }: RoleSelectProps) => {
  const { t } = useTranslation("datasetSettings")
  if (roles.length === 1) return <Text size="sm">{t(`roles.${value}`)}</Text>
  return (
    <NativeSelect
      aria-label={label}
      size="xs"
      w={132}
      value={value}
      data={roles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
      onChange={({ currentTarget }) => onChange(roles.find((role) => role === currentTarget.value) ?? value)}
    />
  )
}
