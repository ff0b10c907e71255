/** The members of an organization with their roles, and the invitations to it. */
import { Button, Stack } from "@mantine/core"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { makeOrganizationInvitations } from "../../ui/invitations/calls.ts"
import { InvitationList } from "../../ui/invitations/InvitationList.tsx"
import { AddMemberDialog } from "./AddMemberDialog.tsx"
import { MemberTable } from "./MemberTable.tsx"
import { OrganizationFrame } from "./OrganizationFrame.tsx"

const route = getRouteApi("/signed-in/orgs/$organization/members")

export const MembersPage = () => {
  const { t } = useTranslation("organizations")
  const { organization } = route.useParams()
  const [isAdding, setAdding] = useState(false)
  return (
    <OrganizationFrame organization={organization} tab="members">
      <Stack gap="xl" maw={960}>
        <MemberTable
          organization={organization}
          actions={
            <Button size="xs" onClick={() => setAdding(true)}>
              {t("members.add")}
            </Button>
          }
        />
        <InvitationList calls={makeOrganizationInvitations(organization)} />
      </Stack>
      {isAdding ? <AddMemberDialog organization={organization} onClose={() => setAdding(false)} /> : null}
    </OrganizationFrame>
  )
}
