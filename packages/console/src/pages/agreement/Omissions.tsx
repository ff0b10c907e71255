/** Says how many people and pairs the API leaves out of the figures; nothing where it has all. */
import { useTranslation } from "react-i18next"
import type { Agreement } from "./figures.ts"

interface OmissionsProps {
  readonly agreement: Pick<Agreement, "pairs_omitted" | "people_omitted">
}

export const Omissions = ({ agreement }: OmissionsProps) => {
  const { i18n, t } = useTranslation("agreement")
  const { format } = new Intl.NumberFormat(i18n.language)
  const { pairs_omitted: pairs, people_omitted: people } = agreement
  return (
    <>
      {people > 0 ? ` ${t("peopleOmitted", { count: people, number: format(people) })}` : null}
      {pairs > 0 ? ` ${t("pairsOmitted", { count: pairs, number: format(pairs) })}` : null}
    </>
  )
}
