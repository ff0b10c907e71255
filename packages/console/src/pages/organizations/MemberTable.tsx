/** The table of members. A chosen role is saved at once; the server refuses to lose the last admin. */
import { Button, NativeSelect, Table, Text } from "@mantine/core"
import { useMutation, useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { type Role, roles } from "../../api/roles.ts"
import { sessionQuery } from "../../api/session.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { type Member, makeChanges, makeOrganizationQuery } from "./calls.ts"
import { useMembersChanged } from "./useMembersChanged.ts"

interface MemberTableProps {
  readonly organization: string
  readonly actions: ReactNode
}

export const MemberTable = ({ actions, organization }: MemberTableProps) => {
  const { t } = useTranslation("organizations")
  const { data, error, refetch } = useQuery(makeOrganizationQuery(organization))
  const changed = useMembersChanged(organization)
  const [leaving, setLeaving] = useState<Member>()
  const change = useMutation({
    mutationFn: ({ role, username }: { readonly username: string; readonly role: Role }) =>
      makeChanges(organization).putMember(username, role),
    // Also after an error: the list then shows the role that is kept.
    onSettled: changed,
  })
  return (
    <>
      {change.error === null ? null : <ProblemPanel error={change.error} />}
      <TableSection
        title={t("members.title")}
        actions={actions}
        columns={[
          { name: t("members.username") },
          { name: t("members.role") },
          { name: t("members.email") },
          { name: t("actions"), hidden: true },
        ]}
        rows={data?.members}
        error={error}
        onRetry={refetch}
        empty={t("members.none")}
        minWidth={440}
      >
        {(member) => (
          <Table.Tr key={member.username}>
            <Table.Td>{member.username}</Table.Td>
            <Table.Td w={130}>
              <NativeSelect
                size="xs"
                aria-label={t("members.roleOf", { name: member.username })}
                // Not disabled while it is saved: it would lose the focus.
                aria-busy={change.isPending}
                value={
                  change.isPending && change.variables.username === member.username
                    ? change.variables.role
                    : member.organization_role
                }
                data={roles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
                onChange={({ currentTarget: { value } }) => {
                  const role = roles.find((one) => one === value)
                  if (role !== undefined && !change.isPending)
                    change.mutate({ username: member.username, role })
                }}
              />
            </Table.Td>
            <Table.Td>{member.email ?? "–"}</Table.Td>
            <Table.Td ta="right">
              <Button
                variant="default"
                size="compact-xs"
                aria-label={t("members.removeOf", { name: member.username })}
                onClick={() => setLeaving(member)}
              >
                {t("members.remove")}
              </Button>
            </Table.Td>
          </Table.Tr>
        )}
      </TableSection>
      {leaving === undefined ? null : (
        <RemoveDialog
          organization={organization}
          member={leaving.username}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

interface RemoveDialogProps {
  readonly organization: string
  readonly member: string
  readonly onClose: () => void
}

const RemoveDialog = ({ member, onClose, organization }: RemoveDialogProps) => {
  const { t } = useTranslation("organizations")
  const session = useQuery(sessionQuery).data
  const changed = useMembersChanged(organization)
  const remove = useMutation({
    mutationFn: () => makeChanges(organization).removeMember(member),
    onSuccess: async () => {
      onClose()
      await changed()
    },
  })
  return (
    <ActionDialog
      title={t("members.removeTitle")}
      action={t("members.remove")}
      isDangerous
      isRunning={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <Text>
        {session?.user === member
          ? t("members.leaveText", { organization })
          : t("members.removeText", { name: member, organization })}
      </Text>
    </ActionDialog>
  )
}
