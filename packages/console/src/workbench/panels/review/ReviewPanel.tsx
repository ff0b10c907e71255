/** The last review: who decided what, with which words, and what has changed since. */
import { Switch } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { When } from "../../../ui/When.tsx"
import type { PixelChanges } from "../../documents/bitmap/changes.ts"
import panel from "../panels.module.css"
import classes from "./review.module.css"
import type { MaskChanges, ReviewState } from "./useReview.ts"

export const ReviewPanel = ({ state }: { readonly state: ReviewState }) => {
  const { t } = useTranslation("workbench")
  const { comparison, compares, isOfReview, pixels, points, remarks, review, toggle } = state
  const isCounted = compares && isOfReview
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
      {pixels === undefined || !isCounted ? null : <Pixels changes={pixels} />}
      {points === undefined || !isCounted ? null : <Counts changes={points} of="points" />}
    </section>
  )
}

const kinds = ["added", "removed", "changed"] as const

const Pixels = ({ changes }: { readonly changes: MaskChanges }) => {
  const { t } = useTranslation("workbench")
  if (changes.status === "failed")
    return (
      <p className={panel.hint} role="alert">
        {t("review.noPixels", { reason: changes.reason })}
      </p>
    )
  return <Counts changes={changes.changes} of="pixels" />
}

interface CountsProps {
  readonly changes: PixelChanges
  readonly of: "pixels" | "points"
}

/** Counts the pixels or points that differ, with the color in which the image or the cloud shows them. */
const Counts = ({ changes, of }: CountsProps) => {
  const { i18n, t } = useTranslation("workbench")
  const numbers = new Intl.NumberFormat(i18n.language)
  const formatCounts = (kind: (typeof kinds)[number]) => {
    const options = { count: changes[kind], number: numbers.format(changes[kind]) }
    return of === "pixels" ? t(`review.pixelsOf.${kind}`, options) : t(`points.changes.${kind}`, options)
  }
  return (
    <ul
      className={classes.pixels}
      aria-label={of === "pixels" ? t("review.pixels") : t("points.changes.label")}
    >
      {kinds.map((kind) => (
        <li key={kind} data-change={kind}>
          {formatCounts(kind)}
        </li>
      ))}
    </ul>
  )
}
