/** The category of a dataset: one of those that every client of the API accepts, or the one that it has. */
import { NativeSelect, type NativeSelectProps } from "@mantine/core"
import { useTranslation } from "react-i18next"

export const categories = [
  "street_scenery",
  "garden",
  "agriculture",
  "satellite",
  "people",
  "medical",
  "fruit",
  "other",
] as const

interface CategoryFieldProps extends NativeSelectProps {
  /** The category that the dataset has; the API takes others too. */
  readonly present?: string
}

export const CategoryField = ({ present, ...field }: CategoryFieldProps) => {
  const { t } = useTranslation("datasetFields")
  const isOther = present !== undefined && !categories.some((one) => one === present)
  return (
    <NativeSelect
      label={t("category")}
      description={t("categoryHint")}
      data={[
        ...categories.map((value) => ({ value: value as string, label: t(`categories.${value}`) })),
        ...(isOther ? [{ value: present, label: present }] : []),
      ]}
      {...field}
    />
  )
}
