/** Writes samples and labels in another format, as a zip file to download. */
import { Alert } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { makeDatasetQuery } from "../../api/dataset.ts"
import { hasStatus } from "../../api/problem.ts"
import { NotFoundPage } from "../../app/NotFoundPage.tsx"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { ExportForm } from "./ExportForm.tsx"
import { ExportList } from "./ExportList.tsx"

const route = getRouteApi("/signed-in/d/$owner/$dataset/exports")

export const ExportsPage = () => {
  const { t } = useTranslation("transfers")
  const path = route.useParams()
  const search = route.useSearch()
  const { data: dataset, error } = useQuery(makeDatasetQuery(path))
  if (hasStatus(error, 404)) return <NotFoundPage />
  return (
    <Page
      title={t("export.title", { name: `${path.owner}/${path.dataset}` })}
      actions={
        <LinkButton to="/d/$owner/$dataset/samples" params={path} search={search}>
          {t("samples")}
        </LinkButton>
      }
    >
      {dataset?.permissions.includes("export") === false ? (
        <Alert>{t("export.forbidden")}</Alert>
      ) : (
        <>
          <ExportForm path={path} search={search} />
          <ExportList path={path} />
        </>
      )}
    </Page>
  )
}
