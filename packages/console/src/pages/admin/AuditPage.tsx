/** Shows who changed what about accounts. The filters stand in the address. */
import { Button, Code, Group, Stack, TextInput } from "@mantine/core"
import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { FilterText } from "../../ui/FilterText.tsx"
import { MoreButton } from "../../ui/MoreButton.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"
import { AdminFrame } from "./AdminFrame.tsx"
import { makeAuditQuery } from "./calls.ts"
import { formatDetails } from "./detailText.ts"
import { type AuditSearch, readAuditSearch } from "./search.ts"

const route = getRouteApi("/signed-in/admin/audit")

export const AuditPage = () => {
  const { t } = useTranslation("admin")
  const search = route.useSearch()
  const auditPages = useInfiniteQuery(makeAuditQuery(search))
  const isFiltered = Object.keys(search).length > 0
  return (
    <AdminFrame tab="audit">
      <Stack gap="md">
        <Filters search={search} />
        <RecordTable
          label={t("titles.audit")}
          query={auditPages}
          rowKey={({ uuid }) => uuid}
          columns={[
            {
              name: t("audit.at"),
              td: { style: { whiteSpace: "nowrap" } },
              cell: ({ created_at }) => <When at={created_at} />,
            },
            { name: t("audit.by"), cell: ({ created_by }) => created_by ?? t("audit.server") },
            { name: t("audit.action"), cell: ({ action }) => <Code>{action}</Code> },
            { name: t("audit.account"), cell: ({ account }) => account },
            {
              name: t("audit.details"),
              td: { miw: 200, style: { overflowWrap: "anywhere" } },
              cell: ({ details }) => formatDetails(details),
            },
          ]}
          empty={isFiltered ? t("audit.noMatch") : t("audit.none")}
          minWidth={720}
        />
        <MoreButton list={auditPages} />
      </Stack>
    </AdminFrame>
  )
}

const Filters = ({ search }: { readonly search: AuditSearch }) => {
  const { t } = useTranslation("admin")
  const navigate = route.useNavigate()
  const set = (changes: { readonly [Name in keyof AuditSearch]: string }) =>
    navigate({ search: readAuditSearch({ ...search, ...changes }) })
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label={t("filters")}>
      <FilterText
        label={t("audit.action")}
        placeholder="member.added"
        value={search.action}
        width={220}
        onCommit={(action) => set({ action })}
      />
      <FilterText label={t("audit.by")} value={search.by} width={220} onCommit={(by) => set({ by })} />
      <FilterText
        label={t("audit.account")}
        value={search.account}
        width={220}
        onCommit={(account) => set({ account })}
      />
      <TextInput
        type="date"
        label={t("audit.from")}
        value={search.from ?? ""}
        onChange={({ currentTarget }) => set({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t("audit.to")}
        value={search.to ?? ""}
        onChange={({ currentTarget }) => set({ to: currentTarget.value })}
      />
      {Object.keys(search).length === 0 ? null : (
        <Button variant="subtle" onClick={() => navigate({ search: {} })}>
          {t("clear")}
        </Button>
      )}
    </Group>
  )
}
