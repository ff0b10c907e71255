/** Shown below the notice of an empty queue: the work of this day, and the queues in which something still waits. */
import { List, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { readBody } from "../../api/client.ts"
import { makeUserQuery } from "../../api/session.ts"
import { listWaitingQueues } from "../../api/waiting.ts"
import { useApi, useSurroundings } from "../../app/Surroundings.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import type { DatasetName, QueueName } from "./work.ts"
import { makeTodayQuery } from "./workToday.ts"

export interface AfterQueueProps {
  readonly name: DatasetName
  /** The time zone of the dataset, in which a day begins. */
  readonly timeZone: string
  readonly queue: QueueName
}

export const AfterQueue = (props: AfterQueueProps) => {
  const { embedded } = useSurroundings()
  return (
    <>
      <WorkToday {...props} />
      {/* An application decides itself where its people go. */}
      {embedded ? null : <OtherQueues {...props} />}
    </>
  )
}

/** The figures of the person since midnight; absent without any. */
const WorkToday = ({ name, timeZone }: AfterQueueProps) => {
  const { t } = useTranslation("workbench")
  const api = useApi()
  const { data: user } = useQuery(makeUserQuery(api))
  const { data: row } = useQuery({
    ...makeTodayQuery(api, { ...name, timeZone }, user?.username ?? ""),
    enabled: user !== undefined,
  })
  if (row == null) return null
  const figures = (["submitted", "accepted", "rejected", "skipped"] as const).filter((key) => row[key] > 0)
  if (figures.length === 0) return null
  return (
    <Text>
      {`${t("session.today")} ${figures.map((key) => t(`session.work.${key}`, { count: row[key] })).join(" · ")}`}
    </Text>
  )
}

/** The number of queues that are listed. */
const maxQueues = 5

const OtherQueues = ({ name, queue }: AfterQueueProps) => {
  const { i18n, t } = useTranslation("workbench")
  const api = useApi()
  const { data: datasets = [] } = useQuery({
    queryKey: ["workbench", "otherQueues"],
    queryFn: ({ signal }) =>
      readBody(
        api.GET("/user/datasets/", { params: { query: { include: "shared", per_page: 100 } }, signal }),
      ),
    staleTime: 0,
  })
  const queues = listWaitingQueues(datasets, { path: name, queue }).slice(0, maxQueues)
  if (queues.length === 0) return null
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <Stack component="section" gap={4} aria-label={t("session.otherQueues")}>
      <Title order={3} size="h5">
        {t("session.otherQueues")}
      </Title>
      <List size="sm" listStyleType="none">
        {queues.map(({ count, path, queue: kind }) => (
          <List.Item key={`${path.owner}/${path.dataset} ${kind}`}>
            <LinkAnchor
              py={4}
              display="inline-block"
              to={kind === "labeling" ? "/d/$owner/$dataset/label" : "/d/$owner/$dataset/review"}
              params={path}
              preload={false}
            >
              {t(`session.waiting.${kind}`, {
                name: `${path.owner}/${path.dataset}`,
                count,
                number: number.format(count),
              })}
            </LinkAnchor>
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
