/** The frame around every page of somebody who is signed in: header, navigation and content. */
import { AppShell, Burger, Group, NavLink, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { Link, Outlet, useLocation, useParams, useRouteContext } from "@tanstack/react-router"
import { Suspense } from "react"
import { useTranslation } from "react-i18next"
import { AccountMenu } from "./AccountMenu.tsx"
import { listAreas } from "./areas.ts"
import { ClaimsMenu } from "./ClaimsMenu.tsx"
import { DatasetNav } from "./DatasetNav.tsx"
import { InMain } from "./InMain.tsx"
import { PageKeys } from "./keys/PageKeys.tsx"
import classes from "./Shell.module.css"

export const Shell = () => {
  const { t } = useTranslation("shell")
  const [isOpen, nav] = useDisclosure(false)
  const { session } = useRouteContext({ from: "/signed-in" })
  const { dataset, owner } = useParams({ strict: false })
  const { pathname } = useLocation()
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 220, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
    >
      <a href="#content" className={classes.skip}>
        {t("skip")}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={nav.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? t("nav.close") : t("nav.open")}
            />
            <Text fw={600}>Annotary</Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ClaimsMenu />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t("nav.label")}>
        {owner === undefined || dataset === undefined ? null : (
          <DatasetNav path={{ owner, dataset }} onOpen={nav.close} />
        )}
        {listAreas(session.site_admin).map((area) => (
          <NavLink
            key={area.name}
            component={Link}
            to={area.to}
            label={t(`nav.${area.name}`)}
            className={classes.area ?? ""}
            data-within={("also" in area && area.also.test(pathname)) || undefined}
            onClick={nav.close}
          />
        ))}
      </AppShell.Navbar>
      <PageKeys />
      <AppShell.Main id="content" className={classes.main ?? ""} tabIndex={-1}>
        <InMain value>
          <Suspense>
            <Outlet />
          </Suspense>
        </InMain>
      </AppShell.Main>
    </AppShell>
  )
}
