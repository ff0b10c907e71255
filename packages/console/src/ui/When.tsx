/** A time as people say it, with the exact one in its title. */
import { useTranslation } from "react-i18next"
import { formatExactTime, formatRelativeTime } from "./relativeTime.ts"

export const When = ({ at }: { readonly at: string }) => {
  const { i18n } = useTranslation()
  const date = new Date(at)
  return (
    <time dateTime={at} title={formatExactTime(date, i18n.language)}>
      {formatRelativeTime(date, new Date(), i18n.language)}
    </time>
  )
}
