/** Open invitations to a dataset by link, which a revocation ends. */
import { Button, Table } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../../api/dataset.ts"
import { TableSection } from "../../../ui/TableSection.tsx"
import { When } from "../../../ui/When.tsx"
import { invitationsQuery, revokeInvitation } from "./calls.ts"
import { NewInvitationDialog } from "./NewInvitationDialog.tsx"

export const InvitationList = ({ path }: { readonly path: DatasetPath }) => {
  const { i18n, t } = useTranslation("datasetSettings")
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(invitationsQuery(path))
  const [isMaking, setMaking] = useState(false)
  const number = new Intl.NumberFormat(i18n.language)
  const revoke = useMutation({
    mutationFn: (invitation: string) => revokeInvitation(path, invitation),
    onSettled: () => client.invalidateQueries(invitationsQuery(path)),
  })
  return (
    <>
      <TableSection
        title={t("invitations.title")}
        actions={
          <Button variant="default" onClick={() => setMaking(true)}>
            {t("invitations.new")}
          </Button>
        }
        columns={[
          { name: t("people.role") },
          { name: t("invitations.accepted"), right: true },
          { name: t("invitations.by") },
          { name: t("invitations.created") },
          { name: t("invitations.expires") },
          { name: t("people.actions"), hidden: true },
        ]}
        rows={data}
        error={error ?? revoke.error}
        onRetry={refetch}
        empty={t("invitations.none")}
      >
        {({ created_at, created_by, expires_at, max_uses, role, uses, uuid }) => (
          <Table.Tr key={uuid}>
            <Table.Td>{t(`roles.${role}`)}</Table.Td>
            <Table.Td ta="right">
              {t("invitations.uses", { uses: number.format(uses), most: number.format(max_uses) })}
            </Table.Td>
            <Table.Td>{created_by ?? t("invitations.server")}</Table.Td>
            <Table.Td>
              <When at={created_at} />
            </Table.Td>
            <Table.Td>
              <When at={expires_at} />
            </Table.Td>
            <Table.Td ta="right" h={44}>
              <Button
                variant="default"
                size="compact-sm"
                loading={revoke.isPending && revoke.variables === uuid}
                onClick={() => revoke.mutate(uuid)}
              >
                {t("invitations.revoke")}
              </Button>
            </Table.Td>
          </Table.Tr>
        )}
      </TableSection>
      {isMaking ? <NewInvitationDialog path={path} onClose={() => setMaking(false)} /> : null}
    </>
  )
}
