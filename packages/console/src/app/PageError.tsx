/** What a page shows that failed: the error in words, and another try. */
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
