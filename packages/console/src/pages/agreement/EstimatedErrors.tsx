/** The wrong answers of a person that are estimated to be given most often. */
import { Stack, Text, Title } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { RecordTable } from "../../ui/TableSection.tsx"
import { CategoryName } from "./CategoryName.tsx"
import { type Agreement, formatPercent } from "./figures.ts"

type Errors = NonNullable<Agreement["people"][number]["errors"]>

export const EstimatedErrors = ({ errors }: { readonly errors: Errors }) => {
  const { i18n, t } = useTranslation("agreement")
  const formatCategory = (id: number | null, category: string | null) =>
    id === null ? t("noObject") : <CategoryName id={id} name={category} />
  return (
    <Stack gap="xs">
      <Title order={3}>{t("errors")}</Title>
      <Text c="dimmed" size="sm">
        {t("errorsHint", { share: formatPercent(errors.accuracy, i18n.language) })}
      </Text>
      <RecordTable
        label={t("errors")}
        query={{ data: errors.answers, error: null }}
        rowKey={(one) => `${one.true_category_id} ${one.category_id}`}
        columns={[
          { name: t("truth"), cell: (one) => formatCategory(one.true_category_id, one.true_category) },
          { name: t("answer"), cell: (one) => formatCategory(one.category_id, one.category) },
          {
            name: t("probability"),
            right: true,
            cell: ({ probability }) => formatPercent(probability, i18n.language),
          },
        ]}
        empty={t("noErrors")}
        minWidth={420}
      />
    </Stack>
  )
}
