import { useTranslation } from "react-i18next"
import { type Figure, formatLimits } from "./figures.ts"

/** Shows the confidence interval of a figure; nothing without one. */
export const Limits = ({ figure }: { readonly figure: Figure }) => {
  const { i18n, t } = useTranslation("agreement")
  const limits = formatLimits(figure, i18n.language)
  return limits === undefined ? null : t("interval", limits)
}
