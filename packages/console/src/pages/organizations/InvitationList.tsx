/** The invitations to an organization that can still be accepted, and how to make and revoke one. */
import { Button, Table } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { TableSection } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"
import { changesOf, invitationsQuery } from "./calls.ts"
import { NewInvitationDialog } from "./NewInvitationDialog.tsx"

export const InvitationList = ({ organization }: { readonly organization: string }) => {
  const { t } = useTranslation("organizations")
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(invitationsQuery(organization))
  const [isMaking, setMaking] = useState(false)
  const revoke = useMutation({
    mutationFn: (invitation: string) => changesOf(organization).revokeInvitation(invitation),
    onSettled: () => client.invalidateQueries(invitationsQuery(organization)),
  })
  return (
    <>
      <TableSection
        title={t("invitations.title")}
        actions={
          <Button size="xs" variant="default" onClick={() => setMaking(true)}>
            {t("invitations.new")}
          </Button>
        }
        columns={[
          { name: t("members.role") },
          { name: t("invitations.by") },
          { name: t("invitations.uses") },
          { name: t("invitations.created") },
          { name: t("invitations.expires") },
          { name: t("actions"), hidden: true },
        ]}
        rows={data}
        error={error ?? revoke.error}
        onRetry={refetch}
        empty={t("invitations.none")}
      >
        {(invitation) => (
          <Table.Tr key={invitation.uuid}>
            <Table.Td>{t(`roles.${invitation.role}`)}</Table.Td>
            <Table.Td>{invitation.created_by ?? t("invitations.server")}</Table.Td>
            <Table.Td>
              {t("invitations.usesOf", { uses: invitation.uses, most: invitation.max_uses })}
            </Table.Td>
            <Table.Td>
              <When at={invitation.created_at} />
            </Table.Td>
            <Table.Td>
              <When at={invitation.expires_at} />
            </Table.Td>
            <Table.Td ta="right" h={40}>
              <Button
                variant="default"
                size="compact-xs"
                loading={revoke.isPending && revoke.variables === invitation.uuid}
                onClick={() => revoke.mutate(invitation.uuid)}
              >
                {t("invitations.revoke")}
              </Button>
            </Table.Td>
          </Table.Tr>
        )}
      </TableSection>
      {isMaking ? <NewInvitationDialog organization={organization} onClose={() => setMaking(false)} /> : null}
    </>
  )
}
