/** Shows what the pages for site admins share: the heading, and the way between them. */
import { Tabs } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Page } from "../../ui/Page.tsx"

const tabs = ["users", "jobs", "audit", "health"] as const

interface AdminFrameProps {
  readonly tab: (typeof tabs)[number]
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export const AdminFrame = ({ actions, children, tab }: AdminFrameProps) => {
  const { t } = useTranslation("admin")
  return (
    <Page title={t(`titles.${tab}`)} actions={actions}>
      <Tabs value={tab}>
        <Tabs.List>
          {tabs.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              renderRoot={(props) => <Link to={`/admin/${name}`} {...props} />}
            >
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          {children}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
