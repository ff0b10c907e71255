/** All accounts: search them, make one, disable and enable people, and delete them. */
import { Anchor, Badge, Button, Group, NativeSelect, Stack, Table, Text } from "@mantine/core"
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link, useRouteContext } from "@tanstack/react-router"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { FilterText } from "../../ui/FilterText.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"
import { AdminFrame } from "./AdminFrame.tsx"
import { type Account, adminKey, makeUsersQuery, updateUser } from "./calls.ts"
import { MoreButton } from "./MoreButton.tsx"
import { NewUserDialog } from "./NewUserDialog.tsx"
import { RemoveUserDialog } from "./RemoveUserDialog.tsx"
import { readUserSearch } from "./search.ts"

const route = getRouteApi("/signed-in/admin/users")

export const UsersPage = () => {
  const { t } = useTranslation("admin")
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const userPages = useInfiniteQuery(makeUsersQuery(search))
  const [isMaking, setMaking] = useState(false)
  const [leaving, setLeaving] = useState<Account>()
  const change = useDisabling()
  const set = (changes: Record<string, unknown>) =>
    navigate({ search: readUserSearch({ ...search, ...changes }) })
  return (
    <AdminFrame tab="users" actions={<Button onClick={() => setMaking(true)}>{t("users.new")}</Button>}>
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
        {change.error === null ? null : <ProblemPanel error={change.error} />}
        <RecordTable
          label={t("titles.users")}
          columns={[
            { name: t("users.username") },
            { name: t("users.email") },
            { name: t("users.state") },
            { name: t("users.created") },
            { name: t("actions"), hidden: true },
          ]}
          rows={userPages.data?.pages.flatMap(({ items }) => items)}
          error={userPages.error}
          onRetry={() => userPages.refetch()}
          empty={t("users.none")}
          minWidth={720}
        >
          {(account) => (
            <Table.Tr key={account.username}>
              <Table.Td>
                <Name account={account} />
              </Table.Td>
              <Table.Td>{account.email ?? "–"}</Table.Td>
              <Table.Td>
                <State account={account} />
              </Table.Td>
              <Table.Td>
                <When at={account.created_at} />
              </Table.Td>
              <Table.Td h={40}>
                <Actions
                  account={account}
                  isChanging={change.isPending && change.variables.username === account.username}
                  onDisable={(disabled) => change.mutate({ username: account.username, disabled })}
                  onRemove={() => setLeaving(account)}
                />
              </Table.Td>
            </Table.Tr>
          )}
        </RecordTable>
        <MoreButton list={userPages} />
      </Stack>
      {isMaking ? <NewUserDialog onClose={() => setMaking(false)} /> : null}
      {leaving === undefined ? null : (
        <RemoveUserDialog username={leaving.username} onClose={() => setLeaving(undefined)} />
      )}
    </AdminFrame>
  )
}

const useDisabling = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ disabled, username }: { readonly username: string; readonly disabled: boolean }) =>
      updateUser(username, { disabled }),
    onSettled: () => client.invalidateQueries({ queryKey: [...adminKey, "users"] }),
  })
}

const Name = ({ account: { is_organization: isOrganization, username } }: { readonly account: Account }) =>
  isOrganization ? (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link to="/orgs/$organization/members" params={{ organization: username }} {...props} />
      )}
    >
      {username}
    </Anchor>
  ) : (
    username
  )

const State = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation("admin")
  if (account.is_organization) return t("users.organization")
  if (account.disabled_at !== null)
    return (
      <Group gap={6} wrap="nowrap">
        <Badge color="gray" variant="dot" tt="none">
          {t("users.disabled")}
        </Badge>
        <Text size="xs" c="dimmed">
          <When at={account.disabled_at} />
        </Text>
      </Group>
    )
  return (
    <Badge color={account.site_admin ? "indigo" : "teal"} variant="dot" tt="none">
      {account.site_admin ? t("users.siteAdmin") : t("users.enabled")}
    </Badge>
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
