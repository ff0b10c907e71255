/** The configuration of a dataset: form, JSON and history of one document. */
import { Skeleton } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { makeDatasetQuery } from "../../api/dataset.ts"
import { hasStatus } from "../../api/problem.ts"
import { userQuery } from "../../api/session.ts"
import { NotFoundPage } from "../../app/NotFoundPage.tsx"
import { Page } from "../../ui/Page.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { ConfigurationEditor } from "./ConfigurationEditor.tsx"
import { makeLatestQuery } from "./calls.ts"
import { findAbilities } from "./form/abilities.ts"

const route = getRouteApi("/signed-in/d/$owner/$dataset/configuration")

export const ConfigurationPage = () => {
  const { t } = useTranslation("configuration")
  const name = route.useParams()
  const latest = useQuery(makeLatestQuery(name))
  const dataset = useQuery(makeDatasetQuery(name))
  const user = useQuery(userQuery)
  const error = latest.error ?? dataset.error ?? user.error
  if (hasStatus(error, 400, 404)) return <NotFoundPage />
  if (latest.data !== undefined && dataset.data !== undefined && user.data !== undefined)
    return (
      <ConfigurationEditor
        key={`${name.owner}/${name.dataset}`}
        name={name}
        user={user.data.username}
        latest={latest.data}
        readOnly={!dataset.data.permissions.includes("configure")}
        abilities={findAbilities(dataset.data.task_type)}
      />
    )
  return (
    <Page title={t("title")}>
      {error === null ? (
        <Skeleton h={480} />
      ) : (
        <ProblemPanel
          error={error}
          onRetry={() => {
            latest.refetch()
            dataset.refetch()
            user.refetch()
          }}
        />
      )}
    </Page>
  )
}
