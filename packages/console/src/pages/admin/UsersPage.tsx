/** All accounts: search them, make one, disable and enable people, and delete them. */
import { Button, Group, NativeSelect, Stack } from "@mantine/core"
import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi, useRouteContext } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { FilterText } from "../../ui/FilterText.tsx"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { MoreButton } from "../../ui/MoreButton.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { StateBadge } from "../../ui/StateBadge.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { useChange } from "../../ui/useChange.ts"
import { DialogButton, useDialog } from "../../ui/useDialog.tsx"
import { When } from "../../ui/When.tsx"
import { AdminFrame } from "./AdminFrame.tsx"
import { type Account, adminKey, makeUsersQuery, updateUser } from "./calls.ts"
import { NewUserDialog } from "./NewUserDialog.tsx"
import { RemoveUserDialog } from "./RemoveUserDialog.tsx"
import { readUserSearch } from "./search.ts"

const route = getRouteApi("/signed-in/admin/users")

export const UsersPage = () => {
  const { t } = useTranslation("admin")
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const userPages = useInfiniteQuery(makeUsersQuery(search))
  const removal = useDialog((username: string) => <RemoveUserDialog username={username} />)
  const change = useChange(
    ({ disabled, username }: { readonly username: string; readonly disabled: boolean }) =>
      updateUser(username, { disabled }),
    { stale: [[...adminKey, "users"]], reloadsAfterErrors: true },
  )
  const set = (changes: Record<string, unknown>) =>
    navigate({ search: readUserSearch({ ...search, ...changes }) })
  return (
    <AdminFrame
      tab="users"
      actions={
        <DialogButton variant="filled" dialog={<NewUserDialog />}>
          {t("users.new")}
        </DialogButton>
      }
    >
      <Stack gap="md">
        <Group gap="xs" align="flex-end" role="search" aria-label={t("filters")}>
          <FilterText label={t("users.search")} value={search.q} width={220} onCommit={(q) => set({ q })} />
          <NativeSelect
            label={t("users.kind")}
            value={search.kind ?? ""}
            data={[
              { value: "", label: t("all") },
              { value: "person", label: t("users.people") },
              { value: "organization", label: t("users.organizations") },
            ]}
            onChange={({ currentTarget }) => set({ kind: currentTarget.value })}
          />
        </Group>
        <ProblemPanel error={change.error} />
        <RecordTable
          label={t("titles.users")}
          query={userPages}
          rowKey={({ username }) => username}
          columns={[
            { name: t("users.username"), cell: (account) => <Name account={account} /> },
            { name: t("users.email"), cell: ({ email }) => email ?? "–" },
            { name: t("users.state"), cell: (account) => <State account={account} /> },
            { name: t("users.created"), cell: ({ created_at }) => <When at={created_at} /> },
            {
              name: t("actions"),
              hidden: true,
              td: { h: 40 },
              cell: (account) => (
                <Actions
                  account={account}
                  isChanging={change.isPending && change.variables.username === account.username}
                  onDisable={(disabled) => change.mutate({ username: account.username, disabled })}
                  onRemove={() => removal.open(account.username)}
                />
              ),
            },
          ]}
          empty={t("users.none")}
          minWidth={720}
        />
        <MoreButton list={userPages} />
      </Stack>
      {removal.dialog}
    </AdminFrame>
  )
}

const Name = ({ account: { is_organization: isOrganization, username } }: { readonly account: Account }) =>
  isOrganization ? (
    <LinkAnchor size="sm" to="/orgs/$organization/members" params={{ organization: username }}>
      {username}
    </LinkAnchor>
  ) : (
    username
  )

const State = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation("admin")
  if (account.is_organization) return t("users.organization")
  if (account.disabled_at !== null)
    return (
      <StateBadge color="gray" at={account.disabled_at}>
        {t("users.disabled")}
      </StateBadge>
    )
  return (
    <StateBadge color={account.site_admin ? "indigo" : "teal"}>
      {account.site_admin ? t("users.siteAdmin") : t("users.enabled")}
    </StateBadge>
  )
}

interface ActionsProps {
  readonly account: Account
  readonly isChanging: boolean
  readonly onDisable: (disabled: boolean) => void
  readonly onRemove: () => void
}

/** Nobody disables or deletes their own account. Organizations are managed on their own pages. */
const Actions = ({ account, isChanging, onDisable, onRemove }: ActionsProps) => {
  const { t } = useTranslation("admin")
  const { session } = useRouteContext({ from: "/signed-in" })
  if (account.is_organization || account.username === session.user) return null
  const isDisabled = account.disabled_at !== null
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        variant="default"
        size="compact-xs"
        loading={isChanging}
        aria-label={t(isDisabled ? "users.enableOf" : "users.disableOf", { name: account.username })}
        onClick={() => onDisable(!isDisabled)}
      >
        {isDisabled ? t("users.enable") : t("users.disable")}
      </Button>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={t("users.removeOf", { name: account.username })}
        onClick={onRemove}
      >
        {t("users.remove")}
      </Button>
    </Group>
  )
}
