/** One warning, with the form that dismisses it for a reason. */
import { Button, TextInput, UnstyledButton } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Visible } from "../../ui/Visible.tsx"
import type { Finding } from "../check/Finding.ts"
import { type FindingGroup, formatFrames } from "../check/groupFindings.ts"
import classes from "./panels.module.css"

/** Dismisses a warning for a reason, or restores it without one. */
export interface DismissalChange {
  readonly findings: ReadonlyArray<Finding>
  readonly reason: string | undefined
}

interface WarningRowProps {
  readonly group: FindingGroup
  readonly pending: boolean
  readonly onJump: (finding: Finding) => void
  /** Absent where nobody may dismiss. */
  readonly onChange: ((change: DismissalChange) => void) | undefined
}

export const WarningRow = ({ group: { finding, findings }, onChange, onJump, pending }: WarningRowProps) => {
  const { t } = useTranslation("workbench")
  const [isWriting, setIsWriting] = useState(false)
  const handlePress = () => {
    // A warning that is restored does not ask for a reason again.
    setIsWriting(!finding.dismissed && !isWriting)
    if (finding.dismissed) onChange?.({ findings, reason: undefined })
  }
  return (
    <li>
      <div className={classes.withAction}>
        <UnstyledButton className={classes.row} onClick={() => onJump(finding)}>
          <span className={classes.message}>
            {finding.message}
            {finding.frame === undefined && finding.sensor === undefined ? null : (
              <span className={classes.under}>
                {finding.sensor === undefined ? null : <Visible text={finding.sensor} />}
                {finding.sensor === undefined || finding.frame === undefined ? null : " · "}
                {finding.frame === undefined
                  ? null
                  : t(findings.length === 1 ? "frames.show" : "frames.several", {
                      frame: formatFrames(findings),
                    })}
              </span>
            )}
            {finding.reason === undefined ? null : (
              <span className={classes.under}>{t("warnings.dismissed", { reason: finding.reason })}</span>
            )}
          </span>
        </UnstyledButton>
        {onChange === undefined ? null : (
          <Button size="compact-xs" variant="subtle" disabled={pending} onClick={handlePress}>
            {finding.dismissed ? t("warnings.restore") : t("warnings.dismiss")}
          </Button>
        )}
      </div>
      {isWriting && !finding.dismissed && onChange !== undefined ? (
        <ReasonForm pending={pending} onReason={(reason) => onChange({ findings, reason })} />
      ) : null}
    </li>
  )
}

interface ReasonFormProps {
  readonly pending: boolean
  readonly onReason: (reason: string) => void
}

const ReasonForm = ({ onReason, pending }: ReasonFormProps) => {
  const { t } = useTranslation("workbench")
  const [text, setText] = useState("")
  const reason = text.trim()
  return (
    <form
      className={classes.reasonForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason !== "" && !pending) onReason(reason)
      }}
    >
      <TextInput
        size="xs"
        aria-label={t("warnings.reason")}
        placeholder={t("warnings.reason")}
        value={text}
        maxLength={1000}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        autoFocus
      />
      <Button size="xs" type="submit" disabled={reason === ""} loading={pending}>
        {t("warnings.dismiss")}
      </Button>
    </form>
  )
}
