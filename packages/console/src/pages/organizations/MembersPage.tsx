/** The members of an organization with their roles, and the invitations to it. */
import { Stack } from "@mantine/core"
import { getRouteApi } from "@tanstack/react-router"
import { makeOrganizationInvitations } from "../../ui/invitations/calls.ts"
import { InvitationList } from "../../ui/invitations/InvitationList.tsx"
import { MemberTable } from "./MemberTable.tsx"
import { OrganizationFrame } from "./OrganizationFrame.tsx"

const route = getRouteApi("/signed-in/orgs/$organization/members")

export const MembersPage = () => {
  const { organization } = route.useParams()
  return (
    <OrganizationFrame organization={organization} tab="members">
      <Stack gap="xl" maw={960}>
        <MemberTable organization={organization} />
        <InvitationList calls={makeOrganizationInvitations(organization)} />
      </Stack>
    </OrganizationFrame>
  )
}
