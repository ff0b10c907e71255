/** The menu names the person who is signed in, and signs them out. */
import { Button, Menu } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate, useRouteContext } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { sessionQuery, signOut } from "../api/session.ts"

export const AccountMenu = () => {
  const { t } = useTranslation("shell")
  const { session } = useRouteContext({ from: "/signed-in" })
  const leave = useSignOut()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" c="var(--mantine-color-text)">
          {session.user}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/account">
          {t("nav.account")}
        </Menu.Item>
        <Menu.Item onClick={() => leave.mutate()}>{t("signOut")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Ends the session and forgets every answer that this page has. */
const useSignOut = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: signOut,
    onSettled: async () => {
      client.clear()
      client.setQueryData(sessionQuery.queryKey, null)
      await navigate({ to: "/sign-in" })
    },
  })
}
