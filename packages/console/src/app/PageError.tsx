/** A page that failed shows the error and a button that tries again. */
import { useQueryErrorResetBoundary } from "@tanstack/react-query"
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { hasStatus } from "../api/problem.ts"
import { Page } from "../ui/Page.tsx"
import { ProblemPanel } from "../ui/ProblemPanel.tsx"
import { WithMain } from "./InMain.tsx"
import { NotFoundPage } from "./NotFoundPage.tsx"

export const PageError = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useTranslation("shell")
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  if (hasStatus(error, 404)) return <NotFoundPage />
  const retry = () => {
    queries.reset()
    reset()
    router.invalidate()
  }
  return (
    <WithMain>
      <Page title={t("error.title")}>
        <ProblemPanel error={error} onRetry={retry} />
      </Page>
    </WithMain>
  )
}
