/** Each person against everybody who labeled the same samples. */
import { Button } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { downloadText } from "../../ui/downloadText.ts"
import { TableSection } from "../../ui/TableSection.tsx"
import { formatPeople } from "./agreementCsv.ts"
import { type Agreement, formatFigure, formatPercent, sortFromLowest } from "./figures.ts"
import { Limits } from "./Limits.tsx"

interface PeopleTableProps {
  readonly people: Agreement["people"]
  /** The name of the dataset, for the file. */
  readonly dataset: string
}

export const PeopleTable = ({ dataset, people }: PeopleTableProps) => {
  const { i18n, t } = useTranslation("agreement")
  const sorted = sortFromLowest(people, ({ quality }) => quality)
  return (
    <TableSection
      title={t("people")}
      actions={
        <Button
          variant="default"
          size="xs"
          onClick={() => downloadText(`${dataset}-people.csv`, formatPeople(sorted), "text/csv")}
        >
          {t("downloadPeople")}
        </Button>
      }
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
        { name: t("kappa"), right: true, cell: ({ kappa }) => formatFigure(kappa.value, i18n.language) },
        {
          name: t("kappaLimits"),
          right: true,
          cell: ({ kappa }) => <Limits figure={kappa} />,
        },
        {
          name: t("accuracy"),
          right: true,
          cell: ({ errors }) => formatPercent(errors?.accuracy ?? null, i18n.language),
        },
      ]}
      minWidth={760}
    />
  )
}
