/** Shows what people disagree on: categories and attributes, from the lowest figure. */
import { useTranslation } from "react-i18next"
import { TableSection } from "../../ui/TableSection.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { CategoryName } from "./CategoryName.tsx"
import { type Agreement, formatFigure, formatPercent, sortFromLowest } from "./figures.ts"
import { Limits } from "./Limits.tsx"

export const CategoryTable = ({ categories }: { readonly categories: Agreement["categories"] }) => {
  const { i18n, t } = useTranslation("agreement")
  const sorted = sortFromLowest(categories, ({ alpha }) => alpha)
  return (
    <TableSection
      title={t("categories")}
      query={{ data: sorted, error: null }}
      rowKey={({ category_id }) => category_id}
      columns={[
        {
          name: t("category"),
          cell: ({ category, category_id: id }) => <CategoryName id={id} name={category} />,
        },
        { name: t("objects"), number: ({ objects }) => objects },
        { name: "α", right: true, cell: ({ alpha }) => formatFigure(alpha.value, i18n.language) },
        { name: t("limitsHeading"), right: true, cell: ({ alpha }) => <Limits figure={alpha} /> },
        {
          name: t("observedHeading"),
          right: true,
          cell: ({ observed_agreement: share }) => formatPercent(share, i18n.language),
        },
      ]}
      empty={t("noObjects")}
      minWidth={520}
    />
  )
}

/** Categories that two people gave the same object, from the most frequent pair. */
export const ConfusionTable = ({ confusions }: { readonly confusions: Agreement["confusions"] }) => {
  const { t } = useTranslation("agreement")
  return (
    <TableSection
      title={t("confusions")}
      query={{ data: confusions, error: null }}
      rowKey={({ category_id, other_category_id }) => `${category_id} ${other_category_id}`}
      columns={[
        {
          name: t("oneCategory"),
          cell: ({ category, category_id: id }) => <CategoryName id={id} name={category} />,
        },
        {
          name: t("otherCategory"),
          cell: ({ other_category: category, other_category_id: id }) =>
            id === null ? t("noObject") : <CategoryName id={id} name={category} />,
        },
        { name: t("times"), number: ({ count }) => count },
      ]}
      empty={t("noConfusions")}
      minWidth={420}
    />
  )
}

export const AttributeTable = ({ attributes }: { readonly attributes: Agreement["attribute_figures"] }) => {
  const { i18n, t } = useTranslation("agreement")
  const sorted = sortFromLowest(attributes, ({ equal }) => equal)
  return (
    <TableSection
      title={t("attributes")}
      query={{ data: sorted, error: null }}
      rowKey={({ category_id, level, name }) => `${category_id} ${level} ${name}`}
      columns={[
        { name: t("attribute"), cell: ({ name }) => <Visible text={name} /> },
        {
          name: t("category"),
          cell: ({ category, category_id: id }) =>
            id === null ? t("image") : <CategoryName id={id} name={category} />,
        },
        { name: t("values"), number: ({ units }) => units },
        { name: t("equal"), right: true, cell: ({ equal }) => formatFigure(equal.value, i18n.language) },
        { name: t("limitsHeading"), right: true, cell: ({ equal }) => <Limits figure={equal} /> },
        { name: "α", right: true, cell: ({ alpha }) => formatFigure(alpha.value, i18n.language) },
      ]}
      empty={t("noAttributes")}
      minWidth={560}
    />
  )
}
