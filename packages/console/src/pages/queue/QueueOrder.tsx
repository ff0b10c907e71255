/** The order of a queue for one person: the next sample and why it is next, or why there is none; and what waits in each step. */
import { Alert, List, Skeleton, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { When } from "../../ui/When.tsx"
import type { QueueName } from "../../workbench/session/work.ts"
import { explainQuery } from "./calls.ts"

interface QueueOrderProps {
  readonly path: DatasetPath
  readonly queue: QueueName
  readonly user: string | undefined
}

export const QueueOrder = ({ path, queue, user }: QueueOrderProps) => {
  const { i18n, t } = useTranslation("queue")
  const { data, error, refetch } = useQuery(explainQuery(path, queue, user))
  const number = new Intl.NumberFormat(i18n.language)
  const formatSample = ({ name, priority }: { readonly name: string; readonly priority: number }) =>
    priority === 0 ? name : `${name} (${number.format(priority)})`
  if (error !== null) return <ProblemPanel error={error} onRetry={refetch} />
  if (data === undefined) return <Skeleton h={280} />
  return (
    <Stack gap="md">
      {data.next === null ? (
        <Obstacles obstacles={data.obstacles} />
      ) : (
        <Next next={data.next} queue={queue} />
      )}
      <TableSection
        title={t("order")}
        query={{ data: data.steps, error: null }}
        rowKey={({ step }) => step}
        columns={[
          { name: t("step"), cell: ({ step }) => `${step}. ${t(`steps.${queue}.${stepName(step)}`)}` },
          {
            name: t("waiting"),
            right: true,
            cell: ({ capped, waiting }) => `${number.format(waiting)}${capped ? "+" : ""}`,
          },
          {
            name: t("first"),
            cell: ({ samples }) => (
              <Text size="sm" lineClamp={2}>
                <Visible text={samples.slice(0, 10).map(formatSample).join(", ") || "–"} />
              </Text>
            ),
          },
        ]}
        minWidth={420}
      />
    </Stack>
  )
}

/** The words of the steps have names, because numbers are no keys of words. */
const stepName = (step: Wire<"QueueStep">["step"]) =>
  (({ 1: "begun", 2: "rejected", 3: "assigned", 4: "open", 5: "own" }) as const)[step]

interface NextProps {
  readonly next: NonNullable<Wire<"QueueExplanation">["next"]>
  readonly queue: QueueName
}

const Next = ({ next, queue }: NextProps) => {
  const { t } = useTranslation("queue")
  return (
    <Stack gap={2} role="status">
      <Text>
        {t("next")}{" "}
        <strong>
          <Visible text={next.sample.name} />
        </strong>
      </Text>
      <Text c="dimmed" size="sm">
        {next.claim_id === null ? t(`steps.${queue}.${stepName(next.step)}`) : t("alreadyClaimed")}
      </Text>
    </Stack>
  )
}

const Obstacles = ({ obstacles }: { readonly obstacles: ReadonlyArray<Wire<"QueueObstacle">> }) => {
  const { t } = useTranslation("queue")
  return (
    <Alert title={t("empty")} color="gray" role="status">
      <List size="sm" spacing="xs">
        {obstacles.map(({ code, count, message, reason, samples }) => (
          <List.Item key={code}>
            <Text size="sm">{translateCode(t, code) ?? message}</Text>
            {reason === undefined || translateCode(t, code) === undefined ? null : (
              <Text size="sm">{reason}</Text>
            )}
            {count === 0 ? null : (
              <Text size="sm">
                {t("affected", { count })}
                {": "}
                {samples.map(({ sample_uuid, until, user }, index) => (
                  <span key={sample_uuid}>
                    {index === 0 ? "" : ", "}
                    {user}
                    {until === null ? null : (
                      <>
                        {" ("}
                        <When at={until} />
                        {")"}
                      </>
                    )}
                  </span>
                ))}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
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
const translateCode = (
  t: ReturnType<typeof useTranslation<"queue">>["t"],
  code: string,
): string | undefined => {
  const knownCode = codes.find((one) => one === code)
  return knownCode === undefined ? undefined : t(`obstacles.${knownCode}`)
}
