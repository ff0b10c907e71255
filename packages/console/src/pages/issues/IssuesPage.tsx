/** The issues of a dataset. Each leads to its place in the workbench. */
import { Badge, Group, NativeSelect, SegmentedControl, Text, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { api } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { makeQuery } from "../../api/query.ts"
import { isKey } from "../../ui/isKey.ts"
import { Page } from "../../ui/Page.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { When } from "../../ui/When.tsx"
import { IssueLink } from "./IssueLink.tsx"
import { filterIssues, type IssueSearch, issueSearch } from "./search.ts"

const route = getRouteApi("/signed-in/d/$owner/$dataset/issues")

const makeIssuesQuery = (path: DatasetPath) =>
  makeQuery(["dataset issues", path.owner, path.dataset], (signal) =>
    api.GET("/datasets/{owner}/{dataset}/issues/", { params: { path }, signal }),
  )

export const IssuesPage = () => {
  const { t } = useTranslation("issues")
  const path = route.useParams()
  const search = route.useSearch()
  const issues = useQuery(makeIssuesQuery(path))
  const { data } = issues
  return (
    <Page title={t("title")}>
      <Filters search={search} authors={[...new Set(data?.map((issue) => issue.created_by))].sort()} />
      <RecordTable
        label={t("title")}
        query={{ ...issues, data: data && filterIssues(data, search) }}
        rowKey={({ uuid }) => uuid}
        columns={[
          {
            name: t("issue"),
            td: { maw: 420 },
            cell: ({ description }) => (
              <Text size="sm" lineClamp={3} style={{ overflowWrap: "anywhere" }}>
                <Visible text={description} />
              </Text>
            ),
          },
          { name: t("place"), td: { h: 40 }, cell: (issue) => <IssueLink path={path} issue={issue} /> },
          { name: t("sample"), cell: ({ sample_name }) => <Visible text={sample_name} /> },
          {
            name: t("status"),
            cell: ({ status }) => (
              <Badge variant="default" tt="none">
                {status === "OPEN" ? t("statuses.open") : t("statuses.closed")}
              </Badge>
            ),
          },
          { name: t("by"), cell: ({ created_by }) => created_by },
          { name: t("replies"), number: ({ comments }) => comments.length },
          { name: t("changed"), cell: ({ updated_at }) => <When at={updated_at} /> },
        ]}
        empty={data?.length === 0 ? t("none") : t("noMatch")}
        minWidth={720}
      />
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
        onKeyDown={(event) => {
          if (isKey(event, "Enter")) set("text", event.currentTarget.value)
        }}
      />
    </Group>
  )
}
