/** Says in one line before a label is submitted or accepted what to look at first. It covers the stage, which does not move. */
import { Button, CloseButton } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { useFocusBack } from "../../ui/useFocusBack.ts"
import { toVisibleText } from "../../ui/visibleText.ts"
import type { SubmitRemark } from "../check/submitRemarks.ts"
import classes from "../workbench.module.css"

/** A remark that leads to a place. */
export type PlacedRemark = Exclude<SubmitRemark, { readonly kind: "empty" }>

interface SubmitNoticeProps {
  readonly remarks: ReadonlyArray<SubmitRemark>
  /** Whether the label is accepted by a reviewer. */
  readonly isReview: boolean
  readonly onGo: (remark: PlacedRemark) => void
  readonly onSubmit: () => void
  readonly onClose: () => void
}

export const SubmitNotice = (props: SubmitNoticeProps) =>
  props.remarks.length === 0 ? null : <Notice {...props} />

const Notice = ({ isReview, onClose, onGo, onSubmit, remarks }: SubmitNoticeProps) => {
  const { t } = useTranslation("workbench")
  useFocusBack()
  const place = remarks.find((remark) => remark.kind !== "empty")
  const isRefused = remarks.some((remark) => remark.isRefused)
  const toText = (remark: SubmitRemark): string =>
    remark.kind === "empty"
      ? t("session.remarks.empty")
      : t(`session.remarks.${remark.kind}`, {
          count: remark.count,
          first: toVisibleText(
            remark.kind === "issues" ? trimText(remark.first.description) : remark.first.finding.message,
          ),
        })
  return (
    <div className={classes.submitNotice} role="alert">
      <span className={classes.submitText}>{remarks.map(toText).join(" ")}</span>
      {place === undefined ? null : (
        <Button size="compact-sm" autoFocus onClick={() => onGo(place)}>
          {t("session.goToFirst")}
        </Button>
      )}
      {isRefused ? (
        <span className={classes.submitHint}>{t("session.remarks.refused")}</span>
      ) : (
        <Button size="compact-sm" variant="default" onClick={onSubmit}>
          {isReview ? t("session.acceptAnyway") : t("session.submitAnyway")}
        </Button>
      )}
      <CloseButton
        size="sm"
        aria-label={t("session.cancel")}
        // Enter submits nothing that the person has not read about.
        autoFocus={place === undefined}
        onClick={onClose}
      />
    </div>
  )
}

/** The length of a description in the line, in characters. */
const maxLength = 80

const trimText = (text: string): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text
