/** Says what a person must know before they go on: a lost claim, a failed submission, a draft of an older version. */
import { Alert, Button, Group, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { hasStatus, Unreachable } from "../../api/problem.ts"
import { downloadText } from "../../ui/downloadText.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import type { Draft } from "../model/drafts/Draft.ts"
import classes from "../view/workbench.module.css"
import { ChangesNotice } from "./ChangesNotice.tsx"
import { makeDraftFile } from "./draftLabel.ts"
import { LossNotice } from "./LossNotice.tsx"
import type { Working } from "./phases.ts"
import type { QueueSession } from "./QueueSession.ts"

interface SessionNoticeProps {
  readonly working: Working
  readonly session: QueueSession
}

export const SessionNotice = ({ session, working }: SessionNoticeProps) => {
  const { t } = useTranslation("workbench")
  const { conflict, draft, error, idle, lost } = working
  if (conflict !== undefined)
    return (
      <Alert
        color="orange"
        classNames={{ title: classes.noticeTitle }}
        title={t("session.conflict")}
        role="alert"
      >
        <Text size="sm">{t("session.conflictHint")}</Text>
        <Group gap="xs" mt="xs">
          <Button size="xs" onClick={() => session.resolve("mine")}>
            {t("session.mine")}
          </Button>
          <Button size="xs" variant="default" onClick={() => session.resolve("theirs")}>
            {t("session.theirs")}
          </Button>
          <Button size="xs" variant="default" onClick={() => void downloadDraft(working, conflict)}>
            {t("session.download")}
          </Button>
        </Group>
      </Alert>
    )
  if (lost !== undefined)
    return (
      <LossNotice
        working={working}
        loss={lost}
        onNext={() => void session.openNext()}
        onAgain={() => void session.claimAgain()}
        onDownload={() => download(working, session.getText())}
      />
    )
  // The dialog over the page signs in again; then this sends what is here.
  if (hasStatus(error, 401))
    return <ProblemPanel error={error} title={t("session.failed")} onRetry={() => void session.repeat()} />
  if (error instanceof Unreachable)
    return (
      <Alert color="red" title={t("session.failed")} role="alert">
        {t("session.offline")}
      </Alert>
    )
  if (error !== undefined) return <ProblemPanel error={error} title={t("session.failed")} />
  if (idle)
    return (
      <Alert color="gray" title={t("session.idle")} role="status">
        {t("session.idleHint")}
      </Alert>
    )
  if (working.changes.length > 0) return <ChangesNotice changes={working.changes} />
  return draft === "restored" ? (
    <Alert color="indigo" role="status">
      {t("session.restored")}
    </Alert>
  ) : null
}

/** The file has the text of the points as it is kept, if their reader cannot be loaded. */
const downloadDraft = async (working: Working, draft: Draft): Promise<void> =>
  download(working, await makeDraftFile(draft).catch(() => draft.text))

const download = ({ work }: Working, text: string | undefined): void =>
  downloadText(`${work.sample.uuid}.json`, text ?? "", "application/json")
