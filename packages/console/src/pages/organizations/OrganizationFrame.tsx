/** Shows what the pages of an organization share: its name, and the way between them as far as the caller may use them. */
import { Tabs } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { hasStatus } from "../../api/problem.ts"
import { NotFoundPage } from "../../app/NotFoundPage.tsx"
import { Page } from "../../ui/Page.tsx"
import { QueryContent } from "../../ui/QueryContent.tsx"
import { type OrganizationAccess, useAccess } from "./access.ts"
import { makeOrganizationQuery } from "./calls.ts"

const tabs = ["members", "datasets", "webhooks", "settings"] as const
type Tab = (typeof tabs)[number]

/** Whether the caller has anything to see on a page. */
const sees: { readonly [Name in Tab]: (access: OrganizationAccess) => boolean } = {
  members: ({ manages }) => manages,
  datasets: () => true,
  webhooks: ({ isAdmin }) => isAdmin,
  settings: ({ isMember, manages }) => isMember || manages,
}

interface OrganizationFrameProps {
  readonly organization: string
  readonly tab: Exclude<Tab, "webhooks">
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export const OrganizationFrame = ({ actions, children, organization, tab }: OrganizationFrameProps) => {
  const { t } = useTranslation("organizations")
  const { data } = useQuery(makeOrganizationQuery(organization))
  const { access, error, retry } = useAccess(organization)
  if (hasStatus(error, 404) || data?.is_organization === false) return <NotFoundPage />
  if (access !== undefined && !sees[tab](access)) return <NotFoundPage />
  return (
    <Page title={data?.username ?? organization} actions={actions}>
      <QueryContent query={{ data: access, error, refetch: retry }} height={240}>
        {(access) => (
          <Tabs value={tab}>
            <Tabs.List>
              {tabs
                .filter((name) => sees[name](access))
                .map((name) => (
                  <Tabs.Tab
                    key={name}
                    value={name}
                    renderRoot={(props) => (
                      <Link to={`/orgs/$organization/${name}`} params={{ organization }} {...props} />
                    )}
                  >
                    {t(`tabs.${name}`)}
                  </Tabs.Tab>
                ))}
            </Tabs.List>
            <Tabs.Panel value={tab} pt="md">
              {children}
            </Tabs.Panel>
          </Tabs>
        )}
      </QueryContent>
    </Page>
  )
}
