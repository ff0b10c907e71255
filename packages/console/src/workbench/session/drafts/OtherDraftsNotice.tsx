/** The notice of the other drafts that the person has of the open sample: each can be continued here, or downloaded. */
import { Button, Group, Text } from "@mantine/core"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { When } from "../../../ui/When.tsx"
import { AttentionNotice } from "../AttentionNotice.tsx"
import type { Draft } from "./Draft.ts"
import { countDraftObjects } from "./draftLabel.ts"

interface OtherDraftsNoticeProps {
  readonly drafts: ReadonlyArray<Draft>
  readonly disabled: boolean
  readonly onContinue: (draft: Draft) => void
  readonly onDownload: (draft: Draft) => void
}

export const OtherDraftsNotice = ({ drafts, ...row }: OtherDraftsNoticeProps) => {
  const { t } = useTranslation("workbench")
  return (
    <AttentionNotice title={t("session.others.title")} closes>
      <Text size="sm">{t("session.others.hint")}</Text>
      {drafts.map((draft) => (
        <OtherDraft key={draft.page ?? ""} draft={draft} {...row} />
      ))}
    </AttentionNotice>
  )
}

interface OtherDraftProps extends Omit<OtherDraftsNoticeProps, "drafts"> {
  readonly draft: Draft
}

const OtherDraft = ({ disabled, draft, onContinue, onDownload }: OtherDraftProps) => {
  const { t } = useTranslation("workbench")
  const count = useMemo(() => countDraftObjects(draft), [draft])
  return (
    <Group gap="xs" mt="xs">
      <Text size="sm">
        <When at={new Date(draft.savedAt).toISOString()} />
      </Text>
      <Text size="sm">{t("session.others.objects", { count })}</Text>
      <Button size="xs" variant="default" disabled={disabled} onClick={() => onContinue(draft)}>
        {t("session.others.continue")}
      </Button>
      <Button size="xs" variant="default" onClick={() => onDownload(draft)}>
        {t("session.others.download")}
      </Button>
    </Group>
  )
}
