/** Notices above the canvas: a lost claim, a failed submission, a draft of an older version. */
import { Alert, Button, Group, List, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { hasStatus, Unreachable } from "../../api/problem.ts"
import { downloadText } from "../../ui/downloadText.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { toVisibleText } from "../../ui/visibleText.ts"
import { WorkerEnded } from "../documents/bitmap/MaskPort.ts"
import { getLabel } from "../editor/EditorState.ts"
import type { ConfigurationChange } from "../editor/label/attributes/compareConfigurations.ts"
import { isSequence } from "../editor/label/frames.ts"
import { AttentionNotice, useClosing } from "./AttentionNotice.tsx"
import type { Draft } from "./drafts/Draft.ts"
import { makeDraftFile } from "./drafts/draftLabel.ts"
import { OtherDraftsNotice } from "./drafts/OtherDraftsNotice.tsx"
import { LossNotice } from "./LossNotice.tsx"
import { isReady, type Working } from "./phases.ts"
import type { QueueSession } from "./QueueSession.ts"

interface SessionNoticeProps {
  readonly working: Working
  readonly session: QueueSession
}

export const SessionNotice = ({ session, working }: SessionNoticeProps) => (
  <>
    <StateNotice session={session} working={working} />
    {working.isOtherGone ? <GoneNotice /> : null}
    {working.others.length === 0 || working.conflict !== undefined || working.lost !== undefined ? null : (
      <OtherDraftsNotice
        // Another draft is shown although the notice of those before was closed.
        key={working.others.map(({ page }) => page).join(" ")}
        drafts={working.others}
        disabled={!isReady(working)}
        onContinue={(draft) => void session.continueOther(draft)}
        onDownload={(draft) => void downloadDraft(working, draft)}
      />
    )}
  </>
)

const GoneNotice = () => {
  const { t } = useTranslation("workbench")
  return (
    <Alert color="orange" role="status">
      {t("session.others.gone")}
    </Alert>
  )
}

const StateNotice = ({ session, working }: SessionNoticeProps) => {
  const { t } = useTranslation("workbench")
  const { conflict, draft, error, idle, lost } = working
  if (conflict !== undefined)
    return (
      <AttentionNotice title={t("session.conflict")}>
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
      </AttentionNotice>
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
  if (error instanceof WorkerEnded)
    return (
      <Alert color="red" title={t("session.failed")} role="alert">
        {isSequence(getLabel(working.editor.state))
          ? t("bitmap.unreadFrame", { frame: error.frame + 1 })
          : t("bitmap.unread")}
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
  return draft === "restored" ? <RestoredNotice /> : null
}

const RestoredNotice = () => {
  const { t } = useTranslation("workbench")
  const close = useClosing(true)
  return close.isClosed ? null : (
    <Alert color="indigo" role="status" p="xs" {...close.props}>
      {t("session.restored")}
    </Alert>
  )
}

/** The file has the text of the points as it is kept, if their reader cannot be loaded. */
const downloadDraft = async (working: Working, draft: Draft): Promise<void> =>
  download(working, await makeDraftFile(draft).catch(() => draft.text))

const download = ({ work }: Working, text: string | undefined): void =>
  downloadText(`${work.sample.uuid}.json`, text ?? "", "application/json")

/** The most differences that are listed. */
const maxListed = 8

const ChangesNotice = ({ changes }: { readonly changes: ReadonlyArray<ConfigurationChange> }) => {
  const { t } = useTranslation("workbench")
  const rest = changes.length - maxListed
  return (
    <AttentionNotice title={t("session.changes.title")} closes>
      <List size="sm">
        {changes.slice(0, maxListed).map((change) => (
          <List.Item key={JSON.stringify(change)}>
            <ChangeText change={change} />
          </List.Item>
        ))}
      </List>
      <Text size="sm">
        {rest > 0 ? `${t("session.changes.more", { count: rest })} ` : ""}
        {t("session.changes.hint")}
      </Text>
    </AttentionNotice>
  )
}

const ChangeText = ({ change }: { readonly change: ConfigurationChange }) => {
  const { t } = useTranslation("workbench")
  const { attribute = "", category, kind, objects, value = "" } = change
  const names = { category: category ?? t("session.changes.image"), attribute, value }
  const text = t(`session.changes.${kind}`, {
    category: toVisibleText(names.category),
    attribute: toVisibleText(names.attribute),
    value: toVisibleText(names.value),
  })
  // Of the attributes of a whole image there is no object to count.
  return objects === 0 || category === undefined
    ? text
    : `${text} (${t("session.changes.objects", { count: objects })})`
}
