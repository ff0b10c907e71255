/** The results of people on gold samples. */
import { Button } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { TableSection } from "../../ui/TableSection.tsx"
import { useDialog } from "../../ui/useDialog.tsx"
import { formatFigure } from "../agreement/figures.ts"
import { makeGoldPeopleQuery, mostRows } from "./calls.ts"
import { PersonAnswers } from "./PersonAnswers.tsx"

export const GoldPeople = ({ path }: { readonly path: DatasetPath }) => {
  const { i18n, t } = useTranslation("gold")
  const query = useQuery(makeGoldPeopleQuery(path))
  const shown = useDialog((user: string) => <PersonAnswers path={path} user={user} />)
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 })
  return (
    <>
      <TableSection
        title={query.data?.length === mostRows ? t("firstPeople", { count: mostRows }) : t("people")}
        query={query}
        rowKey={({ user }) => user}
        columns={[
          { name: t("person"), cell: ({ user }) => user },
          { name: t("answers"), number: ({ answers }) => answers },
          { name: t("passed"), number: ({ passed }) => passed },
          {
            name: t("share"),
            right: true,
            cell: ({ share }) => (share === null ? "–" : percent.format(share)),
          },
          {
            name: t("limits"),
            right: true,
            cell: ({ share_high, share_low }) =>
              share_low === null || share_high === null
                ? "–"
                : t("interval", { lower: percent.format(share_low), upper: percent.format(share_high) }),
          },
          {
            name: t("meanAgreement"),
            right: true,
            cell: ({ mean_score }) => formatFigure(mean_score, i18n.language),
          },
          { name: t("notCompared"), number: ({ not_compared }) => not_compared },
          {
            name: t("showAnswers"),
            hidden: true,
            cell: ({ user }) => (
              <Button
                size="xs"
                variant="default"
                aria-label={t("answersOf", { person: user })}
                onClick={() => shown.open(user)}
              >
                {t("showAnswers")}
              </Button>
            ),
          },
        ]}
        empty={t("noPeople")}
        minWidth={720}
      />
      {shown.dialog}
    </>
  )
}
