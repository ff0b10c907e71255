/** Says in one line before a label is submitted or accepted which mandatory values are missing. It covers the stage, which does not move. */
import { Button, CloseButton } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { FindingGroup } from "../check/groupFindings.ts"
import classes from "../workbench.module.css"

interface SubmitNoticeProps {
  readonly missing: ReadonlyArray<FindingGroup>
  /** Whether the dataset refuses labels that lack values. */
  readonly isRefused: boolean
  readonly onGo: (group: FindingGroup) => void
  readonly onSubmit: () => void
  readonly onClose: () => void
}

export const SubmitNotice = ({ isRefused, missing, onClose, onGo, onSubmit }: SubmitNoticeProps) => {
  const { t } = useTranslation("workbench")
  const [first] = missing
  if (first === undefined) return null
  return (
    <div className={classes.submitNotice} role="alert">
      <span className={classes.submitText}>
        {t("session.missing", { count: missing.length, first: first.finding.message })}
      </span>
      <Button size="compact-sm" data-autofocus onClick={() => onGo(first)}>
        {t("session.goToFirst")}
      </Button>
      {isRefused ? (
        <span className={classes.submitHint}>{t("session.missingRefused")}</span>
      ) : (
        <Button size="compact-sm" variant="default" onClick={onSubmit}>
          {t("session.submitAnyway")}
        </Button>
      )}
      <CloseButton size="sm" aria-label={t("session.cancel")} onClick={onClose} />
    </div>
  )
}
