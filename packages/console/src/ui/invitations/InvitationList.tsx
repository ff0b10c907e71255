/** The invitations by link to an organization or a dataset that can still be accepted, and how to make and revoke one. */
import { Button, Table } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { TableSection } from "../TableSection.tsx"
import { When } from "../When.tsx"
import type { InvitationCalls } from "./calls.ts"
import { NewInvitationDialog } from "./NewInvitationDialog.tsx"

export const InvitationList = ({ calls }: { readonly calls: InvitationCalls }) => {
  const { i18n, t } = useTranslation("invitation")
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(calls.list)
  const [isMaking, setMaking] = useState(false)
  const number = new Intl.NumberFormat(i18n.language)
  const reloadInvitations = () => client.invalidateQueries({ queryKey: calls.list.queryKey })
  const revoke = useMutation({ mutationFn: calls.revoke, onSettled: reloadInvitations })
  return (
    <>
      <TableSection
        title={t("list.title")}
        actions={
          <Button size="xs" variant="default" onClick={() => setMaking(true)}>
            {t("list.new")}
          </Button>
        }
        columns={[
          { name: t("list.role") },
          { name: t("list.by") },
          { name: t("list.uses"), right: true },
          { name: t("list.created") },
          { name: t("expires") },
          { name: t("list.actions"), hidden: true },
        ]}
        rows={data}
        error={error ?? revoke.error}
        onRetry={refetch}
        empty={t("list.none")}
      >
        {({ created_at, created_by, expires_at, max_uses, role, uses, uuid }) => (
          <Table.Tr key={uuid}>
            <Table.Td>{t(`roles.${role}`)}</Table.Td>
            <Table.Td>{created_by ?? t("list.server")}</Table.Td>
            <Table.Td ta="right">
              {t("list.usesOf", { uses: number.format(uses), most: number.format(max_uses) })}
            </Table.Td>
            <Table.Td>
              <When at={created_at} />
            </Table.Td>
            <Table.Td>
              <When at={expires_at} />
            </Table.Td>
            <Table.Td ta="right" h={40}>
              <Button
                variant="default"
                size="compact-xs"
                loading={revoke.isPending && revoke.variables === uuid}
                onClick={() => revoke.mutate(uuid)}
              >
                {t("list.revoke")}
              </Button>
            </Table.Td>
          </Table.Tr>
        )}
      </TableSection>
      {isMaking ? (
        <NewInvitationDialog
          create={calls.create}
          onCreated={reloadInvitations}
          onClose={() => setMaking(false)}
        />
      ) : null}
    </>
  )
}
