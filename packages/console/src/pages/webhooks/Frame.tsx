/** Shows what the webhook pages share: whose webhooks they show, and the way between endpoints and deliveries. */
import { NativeSelect, Tabs } from "@mantine/core"
import { useSuspenseQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { makeUserQuery } from "../../api/session.ts"
import { useSurroundings } from "../../app/Surroundings.ts"
import { Page } from "../../ui/Page.tsx"

interface FrameProps {
  readonly owner: string | undefined
  readonly tab: "endpoints" | "deliveries"
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The page of an account's webhooks, with one tab open. */
export const Frame = ({ actions, children, owner, tab }: FrameProps) => {
  const { t } = useTranslation("webhooks")
  const { embedded } = useSurroundings()
  const search = owner === undefined ? {} : { owner }
  return (
    <Page
      title={t("title")}
      actions={
        <>
          {embedded ? null : <AccountSelect owner={owner} tab={tab} />}
          {actions}
        </>
      }
    >
      <Tabs value={tab}>
        <Tabs.List>
          <Tabs.Tab
            value="endpoints"
            renderRoot={(props) => <Link to="/webhooks" search={search} {...props} />}
          >
            {t("tabs.endpoints")}
          </Tabs.Tab>
          <Tabs.Tab
            value="deliveries"
            renderRoot={(props) => <Link to="/webhooks/deliveries" search={search} {...props} />}
          >
            {t("tabs.deliveries")}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          {children}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

/** Nothing to choose without an organization. */
const AccountSelect = ({ owner, tab }: Pick<FrameProps, "owner" | "tab">) => {
  const { t } = useTranslation("webhooks")
  const { api } = useSurroundings()
  const navigate = useNavigate()
  const { data: user } = useSuspenseQuery(makeUserQuery(api))
  const organizations = user.organizations ?? []
  if (organizations.length === 0) return null
  return (
    <NativeSelect
      aria-label={t("account")}
      value={owner ?? ""}
      data={[
        { value: "", label: user.username },
        ...organizations.map(({ username }) => ({ value: username, label: username })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        navigate({
          to: tab === "endpoints" ? "/webhooks" : "/webhooks/deliveries",
          search: value === "" ? {} : { owner: value },
        })
      }
    />
  )
}
