/** A time as people say it, with the exact one in its title. */
import { useTranslation } from "react-i18next"
import { relativeTime } from "./relativeTime.ts"

export const When = ({ at }: { readonly at: string }) => {
  const { i18n } = useTranslation()
  const date = new Date(at)
  const exact = date.toLocaleString(i18n.language, { dateStyle: "full", timeStyle: "long" })
  return (
    <time dateTime={at} title={exact}>
      {relativeTime(date, new Date(), i18n.language)}
    </time>
  )
}
