/** Says in the line above the canvas how many samples the person has finished today, and of how many. */
import { Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { makeUserQuery } from "../../api/session.ts"
import { useApi } from "../../app/Surroundings.ts"
import { type JsonObject, toNumber } from "../editor/json/value.ts"
import type { QueueName } from "./work.ts"
import { countFinished, makeTodayQuery } from "./workToday.ts"

interface ProgressProps {
  readonly dataset: JsonObject
  readonly queue: QueueName
  /** The claim of the open sample: with each, the work of the one before is done. */
  readonly claim: string
}

export const Progress = ({ claim, dataset, queue }: ProgressProps) => {
  const { i18n, t } = useTranslation("workbench")
  const api = useApi()
  const { data: user } = useQuery(makeUserQuery(api))
  const [owner = "", name = ""] = String(dataset.full_name).split("/")
  const { data, refetch } = useQuery({
    ...makeTodayQuery(api, { owner, dataset: name }, user?.username ?? ""),
    enabled: user !== undefined,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with each sample
  useEffect(() => {
    if (user !== undefined) void refetch()
  }, [claim, user, refetch])
  const goal = toNumber(dataset.daily_goal)
  const finished = countFinished(queue, data ?? null)
  if (data === undefined || (finished === 0 && !(goal > 0))) return null
  const number = new Intl.NumberFormat(i18n.language)
  const words = { number: number.format(finished), goal: number.format(goal) }
  const isReached = goal > 0 && finished >= goal
  return (
    <Text
      size="xs"
      title={t(`session.progress.${queue}`)}
      {...(isReached ? { c: "green", fw: 600 } : { c: "dimmed" })}
    >
      {goal > 0 ? t("session.progress.goal", words) : t("session.progress.count", words)}
    </Text>
  )
}
