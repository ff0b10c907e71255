import { useTranslation } from "react-i18next"
import { StateBadge } from "../../ui/StateBadge.tsx"
import type { Audit } from "./calls.ts"

const colors = {
  preparing: "blue",
  failed: "red",
  open: "blue",
  reached: "teal",
  exhausted: "yellow",
  finished: "gray",
} as const

export const AuditState = ({ state }: Pick<Audit, "state">) => {
  const { t } = useTranslation("audits")
  return <StateBadge color={colors[state]}>{t(`state.${state}`)}</StateBadge>
}
