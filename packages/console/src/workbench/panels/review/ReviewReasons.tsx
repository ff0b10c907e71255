/** Says why the label waits for a reviewer, where not every label does. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useWork } from "../../Work.ts"
import panel from "../panels.module.css"
import { listReviewReasons, type ReviewedLabel } from "./listReviewReasons.ts"

export const ReviewReasons = ({ reviewed }: { readonly reviewed: ReviewedLabel }) => {
  const { i18n, t } = useTranslation("workbench")
  const { editor, review } = useWork()
  // Those of the label that waited: the reviewer may save another one.
  const [{ checkWarnings, claim, label, rules }] = useState(reviewed)
  const warnings = useQuery({
    queryKey: ["storedWarnings", claim],
    queryFn: checkWarnings,
    enabled: rules.warnings,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (review.isLoading || (rules.warnings && warnings.isPending)) return null
  const names = new Map(editor.setting.configuration.categories.map(({ id, name }) => [id, name]))
  const list = new Intl.ListFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 })
  const reasons = listReviewReasons(rules, {
    label,
    hasWarnings: warnings.data,
    wasRejected: review.review?.rejected === true,
  })
  return (
    <section className={panel.panel} aria-label={t("reviewReason.title")}>
      <h2 className={panel.title}>{t("reviewReason.title")}</h2>
      {reasons.map((reason) => (
        <p key={reason.kind} className={panel.hint}>
          {reason.kind === "categories"
            ? t("reviewReason.categories", {
                names: list.format(reason.ids.map((id) => names.get(id) ?? String(id))),
              })
            : t(`reviewReason.${reason.kind}`, { rate: percent.format(rules.rate) })}
        </p>
      ))}
    </section>
  )
}
