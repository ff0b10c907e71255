/** The datasets of the person who is signed in, and those shared with them, with a way into their queues. */
import { Button, Group, Skeleton } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link, useSearch } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { Page } from "../../ui/Page.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { DatasetTable } from "./DatasetTable.tsx"
import { datasetsQuery, rowsPerPage } from "./datasetsQuery.ts"
import { NoDatasets } from "./NoDatasets.tsx"

export const DatasetsPage = () => {
  const { t } = useTranslation("datasets")
  const { page = 1 } = useSearch({ from: "/signed-in/datasets" })
  const { data, error, refetch } = useQuery(datasetsQuery(page))
  const isEmpty = data?.length === 0 && page === 1
  return (
    <Page
      title={t("title")}
      actions={<Button renderRoot={(props) => <Link to="/new-dataset" {...props} />}>{t("new")}</Button>}
    >
      {error === null ? null : <ProblemPanel error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton h={320} /> : null}
      {isEmpty ? <NoDatasets /> : null}
      {data === undefined || isEmpty ? null : <DatasetTable datasets={data} />}
      <Pages page={page} hasNext={data?.length === rowsPerPage} />
    </Page>
  )
}

/** The ways to the page before and the page after. Absent when there is neither. */
const Pages = ({ hasNext, page }: { readonly hasNext: boolean; readonly page: number }) => {
  const { t } = useTranslation("datasets")
  if (page === 1 && !hasNext) return null
  return (
    <Group>
      {page === 1 ? null : (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/datasets" search={page === 2 ? {} : { page: page - 1 }} {...props} />
          )}
        >
          {t("previous")}
        </Button>
      )}
      {hasNext ? (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/datasets" search={{ page: page + 1 }} {...props} />}
        >
          {t("next")}
        </Button>
      ) : null}
    </Group>
  )
}
