/** What a session shows when its queue has nothing for the person. */
import { Button, Stack, Text, Title } from "@mantine/core"
import { useTranslation } from "react-i18next"
import classes from "../view/workbench.module.css"
import type { QueueName } from "./work.ts"

interface EmptyQueueProps {
  readonly queue: QueueName
  /** The number of samples that were sent before. */
  readonly sent: number
  readonly onAgain: () => void
}

export const EmptyQueue = ({ onAgain, queue, sent }: EmptyQueueProps) => {
  const { t } = useTranslation("workbench")
  return (
    <div className={classes.centered}>
      <Stack gap="xs" maw={440} role="status">
        <Title order={2}>{t("session.empty")}</Title>
        {sent === 0 ? null : <Text>{t("session.sent", { count: sent })}</Text>}
        <Text c="dimmed">
          {queue === "labeling" ? t("session.emptyLabeling") : t("session.emptyReviewing")}
        </Text>
        <div>
          <Button onClick={onAgain} autoFocus>
            {t("session.again")}
          </Button>
        </div>
      </Stack>
    </div>
  )
}
