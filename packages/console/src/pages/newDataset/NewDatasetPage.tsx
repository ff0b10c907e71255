/** A new dataset, guided by what is labeled in it. Its overview follows, which leads to the import and the configuration. */
import { Skeleton } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { userQuery } from "../../api/session.ts"
import { Page } from "../../ui/Page.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { NewDatasetFields } from "./NewDatasetFields.tsx"

const route = getRouteApi("/signed-in/new-dataset")

export const NewDatasetPage = () => {
  // With the words of the parts: a page that waits for those of a part disappears meanwhile.
  const { t } = useTranslation(["newDataset", "datasetFields", "ui"])
  const { owner } = route.useSearch()
  const { data: user, error, refetch } = useQuery(userQuery)
  return (
    <Page title={t("title")}>
      <ProblemPanel error={error} onRetry={refetch} />
      {user === undefined && error === null ? <Skeleton h={480} /> : null}
      {user === undefined ? null : <NewDatasetFields user={user} owner={owner} />}
    </Page>
  )
}
