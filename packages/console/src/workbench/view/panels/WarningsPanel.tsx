/** The warnings about the label as it is on the screen. A press on one leads to its frame and its objects. */
import { UnstyledButton } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Finding } from "../../model/warnings/Finding.ts"
import type { CheckState } from "../../model/warnings/LiveCheck.ts"
import classes from "./panels.module.css"

interface WarningsPanelProps {
  readonly state: CheckState
  readonly onJump: (finding: Finding) => void
}

/** More are counted, but not listed. */
const mostListed = 200

export const WarningsPanel = ({ onJump, state }: WarningsPanelProps) => {
  const { t } = useTranslation("workbench")
  const open = state.findings.filter(({ dismissed }) => !dismissed)
  return (
    <section className={classes.panel} aria-label={t("warnings.title")} aria-busy={!state.current}>
      <h2 className={classes.title}>
        {t("warnings.title")} <span className={classes.count}>{open.length}</span>
      </h2>
      {state.error === undefined ? null : <p className={classes.hint}>{t("warnings.failed")}</p>}
      {open.length === 0 && state.current ? <p className={classes.hint}>{t("warnings.none")}</p> : null}
      <ul className={classes.list}>
        {open.slice(0, mostListed).map((finding) => (
          <li key={`${finding.rule} ${finding.frame} ${finding.keys.join(" ")} ${finding.message}`}>
            <UnstyledButton className={classes.row} onClick={() => onJump(finding)}>
              <span className={classes.message}>{finding.message}</span>
              {finding.frame === undefined ? null : (
                <span className={classes.mark}>{t("frames.show", { frame: finding.frame + 1 })}</span>
              )}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
