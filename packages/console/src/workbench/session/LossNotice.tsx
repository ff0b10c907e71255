/** The notice of a claim on the open sample that has ended: the reason, and the ways to go on. The draft is kept in each case. */
import { Button, Group, Text } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { Unreachable } from "../../api/problem.ts"
import { useSurroundings } from "../../app/Surroundings.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { AttentionNotice } from "./AttentionNotice.tsx"
import type { Working } from "./phases.ts"
import type { Loss, Refusal } from "./reclaim.ts"

interface LossNoticeProps {
  readonly working: Working
  readonly loss: Loss
  readonly onNext: () => void
  readonly onAgain: () => void
  readonly onDownload: () => void
}

export const LossNotice = ({ loss, onAgain, onDownload, onNext, working }: LossNoticeProps) => {
  const { t } = useTranslation("workbench")
  const { embedded } = useSurroundings()
  const end = working.refusal ?? loss
  return (
    <AttentionNotice title={t(`session.ends.${end}.title`)}>
      <Text size="sm">{t(`session.ends.${end}.hint`)}</Text>
      {working.claimError instanceof Unreachable ? (
        <Text size="sm">{t("session.offline")}</Text>
      ) : (
        <ProblemPanel error={working.claimError} />
      )}
      <Group gap="xs" mt="xs">
        {end === "expired" ? (
          <Button size="xs" loading={working.isClaiming} onClick={onAgain}>
            {t("session.lostAgain")}
          </Button>
        ) : null}
        {isWorkOver(end) && !embedded ? (
          <Button size="xs" renderRoot={(props) => <Link to="/" {...props} />}>
            {t("session.toDatasets")}
          </Button>
        ) : null}
        {end === "expired" || isWorkOver(end) ? null : (
          <Button size="xs" onClick={onNext}>
            {t("session.nextSample")}
          </Button>
        )}
        {end === "submitted" && !embedded ? <SentLabel working={working} /> : null}
        <Button size="xs" variant="default" onClick={onDownload}>
          {t("session.download")}
        </Button>
      </Group>
    </AttentionNotice>
  )
}

/** The person cannot work in a queue of the dataset any more. */
const isWorkOver = (end: Loss | Refusal): boolean => end === "archived" || end === "removed"

const SentLabel = ({ working: { dataset, work } }: Pick<LossNoticeProps, "working">) => {
  const { t } = useTranslation("workbench")
  const [owner = "", name = ""] = String(dataset.full_name).split("/", 2)
  const params = { owner, dataset: name, uuid: work.sample.uuid }
  return (
    <Button
      size="xs"
      variant="default"
      renderRoot={(props) => <Link to="/d/$owner/$dataset/samples/$uuid" params={params} {...props} />}
    >
      {t("session.seeSent")}
    </Button>
  )
}
