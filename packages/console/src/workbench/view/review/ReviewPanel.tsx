/** The last review: who decided what, with which words, and what has changed since. */
import { Switch } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { When } from "../../../ui/When.tsx"
import panel from "../panels/panels.module.css"
import classes from "./review.module.css"
import type { MaskChanges } from "./useMaskChanges.ts"
import type { ReviewState } from "./useReview.ts"

export const ReviewPanel = ({ state }: { readonly state: ReviewState }) => {
  const { t } = useTranslation("workbench")
  const { compares, comparison, pixels, remarks, review, toggle } = state
  if (review === undefined) return null
  return (
    <section
      className={panel.panel}
      aria-label={t("review.title")}
      data-rejected={review.rejected || undefined}
    >
      <h2 className={panel.title}>{t("review.title")}</h2>
      <p className={classes.facts}>
        <span>
          {review.rejected
            ? t("review.rejected", { by: review.by })
            : t("review.accepted", { by: review.by })}
        </span>
        <When at={review.at} />
      </p>
      {remarks.map((remark) => (
        <blockquote key={remark.uuid} className={classes.remark}>
          {remark.description}
        </blockquote>
      ))}
      {review.attributes === null ? null : (
        <Switch size="xs" label={t("review.compare")} checked={compares} onChange={toggle} />
      )}
      {comparison === undefined ? null : (
        <p className={panel.hint} role="status">
          {t("review.changes", {
            added: comparison.added.length,
            changed: comparison.changed.length,
            removed: comparison.removed.length,
          })}
        </p>
      )}
      {pixels === undefined ? null : <Pixels changes={pixels} />}
    </section>
  )
}

const kinds = ["added", "removed", "changed"] as const

/** How many pixels differ, with the color in which the image shows them. */
const Pixels = ({ changes }: { readonly changes: MaskChanges }) => {
  const { i18n, t } = useTranslation("workbench")
  if (changes.status === "failed")
    return (
      <p className={panel.hint} role="alert">
        {t("review.noPixels", { reason: changes.reason })}
      </p>
    )
  const numbers = new Intl.NumberFormat(i18n.language)
  return (
    <ul className={classes.pixels} aria-label={t("review.pixels")}>
      {kinds.map((kind) => (
        <li key={kind} data-change={kind}>
          {t(`review.pixelsOf.${kind}`, {
            count: changes.changes[kind],
            number: numbers.format(changes.changes[kind]),
          })}
        </li>
      ))}
    </ul>
  )
}
