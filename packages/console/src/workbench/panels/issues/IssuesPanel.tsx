/** The issues of the sample: open ones first. A press on one leads to its place. */
import { Button } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { useWork } from "../../Work.ts"
import panel from "../panels.module.css"
import { IssueRow } from "./IssueRow.tsx"
import { NewIssue } from "./NewIssue.tsx"

export const IssuesPanel = () => {
  const { issues } = useWork()
  const { t } = useTranslation("workbench")
  const [showsResolved, setShowsResolved] = useState(false)
  const open = issues.list.filter((issue) => issue.open)
  const resolved = issues.list.length - open.length
  const shown = showsResolved ? issues.list : open
  return (
    <section className={panel.panel} aria-label={t("issues.title")}>
      <h2 className={panel.title}>
        {t("issues.title")} <span className={panel.count}>{open.length}</span>
      </h2>
      {issues.error === undefined ? null : <ProblemPanel error={issues.error} onRetry={issues.retry} />}
      {issues.change.isError ? <ProblemPanel error={issues.change.error} title={t("issues.failed")} /> : null}
      {shown.length === 0 && !issues.writes ? <p className={panel.hint}>{t("issues.none")}</p> : null}
      <ul className={panel.list}>
        {shown.map((issue) => (
          <IssueRow key={issue.uuid} issue={issue} />
        ))}
      </ul>
      {resolved === 0 ? null : (
        <Button size="compact-xs" variant="subtle" onClick={() => setShowsResolved(!showsResolved)}>
          {showsResolved ? t("issues.hideResolved") : t("issues.showResolved", { count: resolved })}
        </Button>
      )}
      {issues.readOnly ? null : issues.writes ? (
        <NewIssue />
      ) : (
        <Button size="compact-xs" variant="default" onClick={() => issues.setWrites(true)}>
          {t("issues.new")}
        </Button>
      )}
    </section>
  )
}
