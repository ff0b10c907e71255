/** The limits of an organization and their use, and its private buckets. */
import { Stack } from "@mantine/core"
import { getRouteApi } from "@tanstack/react-router"
import { useAccess } from "./access.ts"
import { BucketList } from "./BucketList.tsx"
import { OrganizationFrame } from "./OrganizationFrame.tsx"
import { QuotaSection } from "./QuotaSection.tsx"

const route = getRouteApi("/signed-in/orgs/$organization/settings")

export const OrganizationSettingsPage = () => {
  const { organization } = route.useParams()
  const { access } = useAccess(organization)
  return (
    <OrganizationFrame organization={organization} tab="settings">
      <Stack gap="xl" maw={960}>
        <QuotaSection organization={organization} />
        {access?.manages === true ? <BucketList organization={organization} /> : null}
      </Stack>
    </OrganizationFrame>
  )
}
