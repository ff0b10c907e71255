/** One issue of the panel; the chosen one with its replies and what can be done with it. */
import { Button, Group, Textarea, UnstyledButton } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Visible } from "../../../ui/Visible.tsx"
import { When } from "../../../ui/When.tsx"
import { useWork } from "../../Work.ts"
import panel from "../panels.module.css"
import type { Issue } from "./Issue.ts"
import classes from "./issues.module.css"
import { PlaceText } from "./PlaceText.tsx"

interface IssueRowProps {
  readonly issue: Issue
}

export const IssueRow = ({ issue }: IssueRowProps) => {
  const { t } = useTranslation("workbench")
  const { issues } = useWork()
  const isChosen = issues.chosen === issue.uuid
  return (
    <li className={classes.issue} data-open={issue.open || undefined}>
      <UnstyledButton className={panel.row} aria-expanded={isChosen} onClick={() => issues.choose(issue)}>
        <span className={classes.text}>
          <Visible text={issue.description} />
          <ByLine by={issue.createdBy} at={issue.createdAt}>
            <span>
              <PlaceText place={issue.place} />
            </span>
            {issue.open ? null : <span>{t("issues.resolved")}</span>}
          </ByLine>
        </span>
        {issue.comments.length === 0 ? null : (
          <span className={panel.mark}>{t("issues.replies", { count: issue.comments.length })}</span>
        )}
      </UnstyledButton>
      {isChosen ? <Thread issue={issue} /> : null}
    </li>
  )
}

const Thread = ({ issue }: IssueRowProps) => {
  const { issues } = useWork()
  if (issue.comments.length === 0 && issues.readOnly) return null
  return (
    <div className={classes.thread}>
      {issue.comments.map((comment) => (
        <p key={comment.uuid} className={classes.comment}>
          <Visible text={comment.text} />
          <ByLine by={comment.createdBy} at={comment.createdAt} />
        </p>
      ))}
      {issues.readOnly ? null : <Reply issue={issue} />}
    </div>
  )
}

const Reply = ({ issue }: IssueRowProps) => {
  const { t } = useTranslation("workbench")
  const [text, setText] = useState("")
  const { change } = useWork().issues
  const reply = text.trim()
  return (
    <>
      <Textarea
        size="xs"
        aria-label={t("issues.reply")}
        placeholder={t("issues.reply")}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        autosize
      />
      <Group gap="xs" justify="flex-end">
        <Button
          size="compact-xs"
          variant="default"
          disabled={change.isPending}
          onClick={() => change.mutate({ kind: "setOpen", issue: issue.uuid, open: !issue.open })}
        >
          {issue.open ? t("issues.resolve") : t("issues.reopen")}
        </Button>
        <Button
          size="compact-xs"
          disabled={reply === "" || change.isPending}
          onClick={() =>
            change.mutate(
              { kind: "reply", issue: issue.uuid, text: reply },
              // What was typed stays until the server has it.
              { onSuccess: () => setText("") },
            )
          }
        >
          {t("issues.send")}
        </Button>
      </Group>
    </>
  )
}

interface ByLineProps {
  readonly by: string
  readonly at: string
  readonly children?: React.ReactNode
}

/** The author and the time of a text. */
const ByLine = ({ at, by, children }: ByLineProps) => (
  <span className={classes.by}>
    <span>{by}</span>
    <When at={at} />
    {children}
  </span>
)
