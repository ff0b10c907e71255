/** The quality of a dataset: how many warnings its labels have by rule, and the way to each of them. */
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { Page } from "../../ui/Page.tsx"
import { makeTotalsQuery } from "./calls.ts"
import { FoundSection } from "./FoundSection.tsx"
import { RuleTable } from "./RuleTable.tsx"

const route = getRouteApi("/signed-in/d/$owner/$dataset/quality")

export const QualityPage = () => {
  const { t } = useTranslation("quality")
  const path = route.useParams()
  const { rule } = route.useSearch()
  const navigate = route.useNavigate()
  const totals = useQuery(makeTotalsQuery(path))
  const choose = (chosen: string | undefined) =>
    navigate({ search: chosen === undefined ? {} : { rule: chosen }, replace: true })
  return (
    <Page title={t("title")}>
      <RuleTable totals={totals} />
      <FoundSection key={`${path.owner}/${path.dataset}`} path={path} rule={rule} onRule={choose} />
    </Page>
  )
}
