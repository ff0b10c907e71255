/** Shown when the queue of a session has nothing for the person. */
import { Button, List, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { readBody } from "../../api/client.ts"
import { useApi } from "../../app/Surroundings.ts"
import { When } from "../../ui/When.tsx"
import { AfterQueue, type AfterQueueProps } from "./AfterQueue.tsx"
import type { DatasetName, QueueName } from "./work.ts"

interface EmptyQueueProps extends AfterQueueProps {
  /** The number of samples that were sent before. */
  readonly sent: number
  readonly onAgain: () => void
  /** The actions on the work that was sent last. */
  readonly children?: ReactNode
}

export const EmptyQueue = ({ children, name, onAgain, queue, sent, timeZone }: EmptyQueueProps) => {
  const { t } = useTranslation("workbench")
  return (
    <Stack gap="xs" maw={440} role="status">
      <Title order={2}>{t("session.empty")}</Title>
      {sent === 0 ? null : <Text>{t("session.sent", { count: sent })}</Text>}
      {children}
      <Text c="dimmed">
        {queue === "labeling" ? t("session.emptyLabeling") : t("session.emptyReviewing")}
      </Text>
      <Why name={name} queue={queue} />
      <AfterQueue name={name} queue={queue} timeZone={timeZone} />
      <div>
        <Button onClick={onAgain} autoFocus>
          {t("session.again")}
        </Button>
      </div>
    </Stack>
  )
}

interface WhyProps {
  readonly name: DatasetName
  readonly queue: QueueName
}

/** The reasons why no sample waits for this person: others have claimed them, or own them. */
const Why = ({ name, queue }: WhyProps) => {
  const { t } = useTranslation("workbench")
  const api = useApi()
  const { data } = useQuery({
    queryKey: ["workbench", "explain", name.owner, name.dataset, queue],
    queryFn: ({ signal }) =>
      readBody(
        api.GET("/datasets/{owner}/{dataset}/queue/{queue}/explain/", {
          params: { path: { ...name, queue }, query: {} },
          signal,
        }),
      ),
    staleTime: 0,
  })
  if (data === undefined || data.obstacles.length === 0) return null
  return (
    <List size="sm" spacing={4}>
      {data.obstacles.map(({ code, count, message, reason, samples }) => (
        <List.Item key={code}>
          {isKnown(code) ? t(`session.obstacles.${code}`) : message}
          {isKnown(code) && reason !== undefined ? ` ${reason}` : null}
          {count === 0 ? null : ` ${t("session.affected", { count })}`}
          {samples.slice(0, 5).map(({ sample_uuid, until, user }) => (
            <Text key={sample_uuid} size="sm" c="dimmed">
              {user}
              {until === null ? null : (
                <>
                  {" · "}
                  <When at={until} />
                </>
              )}
            </Text>
          ))}
        </List.Item>
      ))}
    </List>
  )
}

const codes = [
  "claimed",
  "work_of_others",
  "assigned_to_others",
  "overlap",
  "not_requested",
  "none_waiting",
  "not_allowed",
  "paused",
  "archived",
] as const

/** Servers of other versions may have other codes, whose English message is better than none. */
const isKnown = (code: string): code is (typeof codes)[number] => codes.some((one) => one === code)
