/** The datasets of the person who is signed in, and those shared with them, with a way into their queues. */
import { Group, Skeleton, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { DatasetFilters } from "./DatasetFilters.tsx"
import { DatasetTable } from "./DatasetTable.tsx"
import { makeDatasetsQuery, rowsPerPage } from "./datasetsQuery.ts"
import { NoDatasets } from "./NoDatasets.tsx"
import { type DatasetsSearch, isFiltered, pickFilters } from "./search.ts"

const route = getRouteApi("/signed-in/datasets")

export const DatasetsPage = () => {
  const { t } = useTranslation(["datasets", "ui"])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(makeDatasetsQuery(search))
  const isEmpty = data?.length === 0 && search.page === undefined
  const hasNone = isEmpty && !isFiltered(search)
  return (
    <Page
      title={t("title")}
      actions={
        <LinkButton variant="filled" to="/new-dataset">
          {t("new")}
        </LinkButton>
      }
    >
      {hasNone ? null : <DatasetFilters search={search} onChange={(next) => navigate({ search: next })} />}
      <ProblemPanel error={error} onRetry={refetch} />
      {data === undefined && error === null ? <Skeleton h={320} /> : null}
      {hasNone ? <NoDatasets /> : null}
      {isEmpty && !hasNone ? (
        <Text c="dimmed" role="status">
          {t("noMatch")}
        </Text>
      ) : null}
      {data === undefined || isEmpty ? null : <DatasetTable datasets={data} />}
      <Pages search={search} hasNext={data?.length === rowsPerPage} />
    </Page>
  )
}

/** The ways to the page before and the page after. Absent when there is neither. */
const Pages = ({ hasNext, search }: { readonly hasNext: boolean; readonly search: DatasetsSearch }) => {
  const { t } = useTranslation("datasets")
  const { page = 1 } = search
  const filters = pickFilters(search)
  if (page === 1 && !hasNext) return null
  return (
    <Group>
      {page === 1 ? null : (
        <LinkButton to="/datasets" search={page === 2 ? filters : { ...filters, page: page - 1 }}>
          {t("previous")}
        </LinkButton>
      )}
      {hasNext ? (
        <LinkButton to="/datasets" search={{ ...filters, page: page + 1 }}>
          {t("next")}
        </LinkButton>
      ) : null}
    </Group>
  )
}
