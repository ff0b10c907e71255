/** The invitations by link to an organization or a dataset that can still be accepted, and how to make and revoke one. */
import { Button } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { TableSection } from "../TableSection.tsx"
import { useChange } from "../useChange.ts"
import { DialogButton } from "../useDialog.tsx"
import { When } from "../When.tsx"
import type { InvitationCalls } from "./calls.ts"
import { NewInvitationDialog } from "./NewInvitationDialog.tsx"

export const InvitationList = ({ calls }: { readonly calls: InvitationCalls }) => {
  const { i18n, t } = useTranslation("invitation")
  const number = new Intl.NumberFormat(i18n.language)
  const revoke = useChange(calls.revoke, { stale: [calls.list], reloadsAfterErrors: true })
  return (
    <TableSection
      title={t("list.title")}
      actions={
        <DialogButton size="xs" dialog={<NewInvitationDialog calls={calls} />}>
          {t("list.new")}
        </DialogButton>
      }
      query={useQuery(calls.list)}
      change={revoke}
      rowKey={({ uuid }) => uuid}
      columns={[
        { name: t("list.role"), cell: ({ role }) => t(`roles.${role}`) },
        { name: t("list.by"), cell: ({ created_by }) => created_by ?? t("list.server") },
        {
          name: t("list.uses"),
          right: true,
          cell: ({ max_uses, uses }) =>
            t("list.usesOf", { uses: number.format(uses), most: number.format(max_uses) }),
        },
        { name: t("list.created"), cell: ({ created_at }) => <When at={created_at} /> },
        { name: t("expires"), cell: ({ expires_at }) => <When at={expires_at} /> },
        {
          name: t("list.actions"),
          hidden: true,
          td: { h: 40 },
          cell: ({ uuid }) => (
            <Button
              variant="default"
              size="compact-xs"
              loading={revoke.isPending && revoke.variables === uuid}
              onClick={() => revoke.mutate(uuid)}
            >
              {t("list.revoke")}
            </Button>
          ),
        },
      ]}
      empty={t("list.none")}
    />
  )
}
