/** Each person against everybody who labeled the same samples. */
import { useTranslation } from "react-i18next"
import { TableSection } from "../../ui/TableSection.tsx"
import { type Agreement, formatFigure, sortFromLowest } from "./figures.ts"
import { Limits } from "./Limits.tsx"

export const PeopleTable = ({ people }: { readonly people: Agreement["people"] }) => {
  const { i18n, t } = useTranslation("agreement")
  const sorted = sortFromLowest(people, ({ quality }) => quality)
  return (
    <TableSection
      title={t("people")}
      query={{ data: sorted, error: null }}
      rowKey={({ person }) => person}
      columns={[
        { name: t("person"), cell: ({ person }) => person },
        { name: t("sampleCount"), number: ({ samples }) => samples },
        {
          name: t("agreement"),
          right: true,
          cell: ({ quality }) => formatFigure(quality.value, i18n.language),
        },
        {
          name: t("limitsHeading"),
          right: true,
          cell: ({ quality }) => <Limits figure={quality} />,
        },
        {
          name: t("similarity"),
          right: true,
          cell: (row) => formatFigure(row.mean_similarity.value, i18n.language),
        },
      ]}
      minWidth={520}
    />
  )
}
