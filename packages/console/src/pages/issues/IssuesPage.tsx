/** The issues of a dataset. Each leads to its place in the workbench. */
import { Group, NativeSelect, SegmentedControl, TextInput } from "@mantine/core"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { api, readBody } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { Page } from "../../ui/Page.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { IssueRow } from "./IssueRow.tsx"
import { filterIssues, type IssueSearch, issueSearch } from "./search.ts"

const route = getRouteApi("/signed-in/d/$owner/$dataset/issues")

const makeIssuesQuery = (path: DatasetPath) =>
  queryOptions({
    queryKey: ["dataset issues", path.owner, path.dataset],
    queryFn: ({ signal }) =>
      readBody(api.GET("/datasets/{owner}/{dataset}/issues/", { params: { path }, signal })),
  })

export const IssuesPage = () => {
  const { t } = useTranslation("issues")
  const path = route.useParams()
  const search = route.useSearch()
  const { data, error, refetch } = useQuery(makeIssuesQuery(path))
  const matchingIssues = data === undefined ? undefined : filterIssues(data, search)
  return (
    <Page title={t("title")}>
      <Filters search={search} authors={[...new Set(data?.map((issue) => issue.created_by))].sort()} />
      <RecordTable
        label={t("title")}
        columns={[
          { name: t("issue") },
          { name: t("place") },
          { name: t("sample") },
          { name: t("status") },
          { name: t("by") },
          { name: t("replies"), right: true },
          { name: t("changed") },
        ]}
        rows={matchingIssues}
        error={error}
        onRetry={refetch}
        empty={data?.length === 0 ? t("none") : t("noMatch")}
        minWidth={720}
      >
        {(issue) => <IssueRow key={issue.uuid} path={path} issue={issue} />}
      </RecordTable>
    </Page>
  )
}

interface FiltersProps {
  readonly search: IssueSearch
  readonly authors: ReadonlyArray<string>
}

const Filters = ({ authors, search }: FiltersProps) => {
  const { t } = useTranslation("issues")
  const navigate = route.useNavigate()
  const set = (key: keyof IssueSearch, value: string) =>
    navigate({ search: issueSearch({ ...search, [key]: value }) })
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label={t("filters")}>
      <SegmentedControl
        aria-label={t("status")}
        value={search.status ?? "open"}
        data={(["open", "closed", "all"] as const).map((value) => ({ value, label: t(`statuses.${value}`) }))}
        onChange={(value) => set("status", value)}
      />
      <NativeSelect
        label={t("by")}
        w={180}
        value={search.by ?? ""}
        data={[{ value: "", label: t("anybody") }, ...authors]}
        onChange={({ currentTarget }) => set("by", currentTarget.value)}
      />
      <TextInput
        label={t("contains")}
        w={220}
        key={search.text ?? ""}
        defaultValue={search.text ?? ""}
        onBlur={({ currentTarget }) => set("text", currentTarget.value)}
        onKeyDown={({ currentTarget, key }) => {
          if (key === "Enter") set("text", currentTarget.value)
        }}
      />
    </Group>
  )
}
