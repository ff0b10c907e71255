/** The collaborators of a dataset: their roles, adding people by name, pausing and removing them. */
import { Button, Group, Stack, Text } from "@mantine/core"
import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../../api/dataset.ts"
import { type Role, roles } from "../../../api/roles.ts"
import { sessionQuery } from "../../../api/session.ts"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { RoleField } from "../../../ui/RoleField.tsx"
import { StateBadge } from "../../../ui/StateBadge.tsx"
import { TableSection } from "../../../ui/TableSection.tsx"
import { useChange } from "../../../ui/useChange.ts"
import { useDialog } from "../../../ui/useDialog.tsx"
import { makeOrganizationQuery } from "../../organizations/calls.ts"
import { AddCollaborator } from "./AddCollaborator.tsx"
import { type Collaborator, makeCollaboratorsQuery, makePausesQuery, movable, updateRole } from "./calls.ts"
import { PauseDialog } from "./PauseDialog.tsx"
import { PauseList } from "./PauseList.tsx"
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
  const { data: session } = useSuspenseQuery(sessionQuery)
  const removal = useDialog((name: string) => <RemoveDialog path={path} name={name} />)
  const pause = useDialog(({ name, reason }: { readonly name: string | null; readonly reason?: string }) => (
    <PauseDialog path={path} name={name} {...(reason === undefined ? {} : { reason })} />
  ))
  const { data: owner } = useQuery({
    ...makeOrganizationQuery(path.owner),
    enabled: session?.user !== path.owner,
  })
  // Members work without being collaborators.
  const hasMembers = owner?.is_organization === true
  const { data: pauses } = useQuery(makePausesQuery(path))
  const canPause = ({ role, user }: Collaborator): boolean =>
    role !== "model" &&
    pauses?.every((row) => row.user !== user.username) === true &&
    (mayEdit || (mayMove && movable.includes(role) && user.username !== session?.user))
  const change = useChange(
    ({ name, role }: { readonly name: string; readonly role: Role }) => updateRole(path, name, role),
    { stale: [makeCollaboratorsQuery(path)], reloadsAfterErrors: true },
  )
  const listRoles = ({ role, user }: Collaborator): ReadonlyArray<Role> => {
    // Models have one role.
    if (role === "model") return []
    return mayEdit
      ? roles
      : mayMove && movable.includes(role) && user.username !== session?.user
        ? movable
        : [role]
  }
  return (
    <Stack gap="md">
      <TableSection
        title={t("people.title")}
        query={useQuery(makeCollaboratorsQuery(path))}
        rowKey={({ user }) => user.username}
        columns={[
          {
            name: t("people.person"),
            cell: ({ user: { username } }) => (
              <Group gap="xs">
                {username}
                {pauses?.some(({ user }) => user === username) ? (
                  <StateBadge color="orange">{t("pauses.paused")}</StateBadge>
                ) : null}
              </Group>
            ),
          },
          {
            name: t("people.role"),
            td: { h: 44 },
            cell: (collaborator) => {
              const name = collaborator.user.username
              const choices = listRoles(collaborator)
              const role =
                change.isPending && change.variables.name === name ? change.variables.role : collaborator.role
              return role === "model" || choices.length === 1 ? (
                <Text size="sm">{t(`roles.${role}`)}</Text>
              ) : (
                <RoleField
                  aria-label={t("people.roleOf", { name })}
                  size="xs"
                  w={132}
                  choices={choices}
                  value={role}
                  onChange={(next) => change.mutate({ name, role: next })}
                />
              )
            },
          },
          {
            name: t("people.actions"),
            hidden: true,
            cell: (collaborator) => {
              const name = collaborator.user.username
              return (
                <Group gap="xs" wrap="nowrap">
                  {canPause(collaborator) ? (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={t("pauses.pauseOf", { name })}
                      onClick={() => pause.open({ name })}
                    >
                      {t("pauses.pause")}
                    </Button>
                  ) : null}
                  {mayEdit ? (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={t("people.removeOf", { name })}
                      onClick={() => removal.open(name)}
                    >
                      {t("people.remove")}
                    </Button>
                  ) : null}
                </Group>
              )
            },
          },
        ]}
        empty={t("people.none", { owner: path.owner })}
        minWidth={320}
      />
      <ProblemPanel error={change.error} />
      {mayEdit ? <AddCollaborator path={path} /> : null}
      {hasMembers && (mayEdit || mayMove) ? (
        <div>
          <Button variant="default" onClick={() => pause.open({ name: null })}>
            {t("pauses.pauseMember", { owner: path.owner })}
          </Button>
        </div>
      ) : null}
      {pauses === undefined || pauses.length === 0 ? null : (
        <PauseList
          path={path}
          mayChange={(name) => mayEdit || (mayMove && name !== session?.user)}
          onChangeReason={(name, reason) => pause.open({ name, reason })}
        />
      )}
      {removal.dialog}
      {pause.dialog}
    </Stack>
  )
}
