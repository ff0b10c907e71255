/** The rating of a label by its reviewer: one to five stars, or none. Sent with the decision. */
import { NativeSelect } from "@mantine/core"
import { useTranslation } from "react-i18next"

const stars = [1, 2, 3, 4, 5] as const

interface RatingFieldProps {
  /** Others than whole stars come from the API; null for none. */
  readonly value: number | null
  readonly disabled: boolean
  readonly onChange: (rating: number | null) => void
}

export const RatingField = ({ disabled, onChange, value }: RatingFieldProps) => {
  const { i18n, t } = useTranslation("workbench")
  const isKnown = value === null || stars.some((one) => one === value)
  return (
    <NativeSelect
      size="xs"
      w={128}
      aria-label={t("session.rating")}
      value={value === null ? "" : String(value)}
      disabled={disabled}
      data={[
        { value: "", label: t("session.noRating") },
        ...(isKnown
          ? []
          : [{ value: String(value), label: new Intl.NumberFormat(i18n.language).format(value) }]),
        ...stars.map((count) => ({ value: String(count), label: t("session.stars", { count }) })),
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === "" ? null : Number(currentTarget.value))
      }
    />
  )
}
