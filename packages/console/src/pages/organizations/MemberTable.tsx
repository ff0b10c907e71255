/** The table of members. A chosen role is saved at once; the server refuses to lose the last admin. */
import { Button, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { Role } from "../../api/roles.ts"
import { sessionQuery } from "../../api/session.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { RoleField } from "../../ui/RoleField.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { useChange } from "../../ui/useChange.ts"
import { DialogButton, useClose, useDialog } from "../../ui/useDialog.tsx"
import { AddMemberDialog } from "./AddMemberDialog.tsx"
import { listMemberQueries, makeChanges, makeOrganizationQuery } from "./calls.ts"

export const MemberTable = ({ organization }: { readonly organization: string }) => {
  const { t } = useTranslation("organizations")
  const account = useQuery(makeOrganizationQuery(organization))
  const removal = useDialog((member: string) => <RemoveDialog organization={organization} member={member} />)
  const change = useChange(
    ({ role, username }: { readonly username: string; readonly role: Role }) =>
      makeChanges(organization).putMember(username, role),
    // Also after an error: the list then shows the role that is kept.
    { stale: listMemberQueries(organization), reloadsAfterErrors: true },
  )
  return (
    <>
      <ProblemPanel error={change.error} />
      <TableSection
        title={t("members.title")}
        actions={
          <DialogButton size="xs" variant="filled" dialog={<AddMemberDialog organization={organization} />}>
            {t("members.add")}
          </DialogButton>
        }
        query={{ ...account, data: account.data?.members }}
        rowKey={({ username }) => username}
        columns={[
          { name: t("members.username"), cell: ({ username }) => username },
          {
            name: t("members.role"),
            td: { w: 130 },
            cell: ({ organization_role, username }) => (
              <RoleField
                size="xs"
                aria-label={t("members.roleOf", { name: username })}
                // Not disabled while it is saved: it would lose the focus.
                aria-busy={change.isPending}
                value={
                  change.isPending && change.variables.username === username
                    ? change.variables.role
                    : organization_role
                }
                onChange={(role) => (change.isPending ? undefined : change.mutate({ username, role }))}
              />
            ),
          },
          { name: t("members.email"), cell: ({ email }) => email ?? "–" },
          {
            name: t("actions"),
            hidden: true,
            cell: ({ username }) => (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={t("members.removeOf", { name: username })}
                onClick={() => removal.open(username)}
              >
                {t("members.remove")}
              </Button>
            ),
          },
        ]}
        empty={t("members.none")}
        minWidth={440}
      />
      {removal.dialog}
    </>
  )
}

interface RemoveDialogProps {
  readonly organization: string
  readonly member: string
}

const RemoveDialog = ({ member, organization }: RemoveDialogProps) => {
  const { t } = useTranslation("organizations")
  const session = useQuery(sessionQuery).data
  const remove = useChange(() => makeChanges(organization).removeMember(member), {
    first: useClose(),
    stale: listMemberQueries(organization),
  })
  return (
    <ActionDialog title={t("members.removeTitle")} action={t("members.remove")} isDangerous change={remove}>
      <Text>
        {session?.user === member
          ? t("members.leaveText", { organization })
          : t("members.removeText", { name: member, organization })}
      </Text>
    </ActionDialog>
  )
}
