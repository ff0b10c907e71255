/**
 * Says in the line above the canvas how many samples the person has finished today, and of how many. Each sample has its own, which reads
 * the count when it opens: the work on the one before is done then.
 */
import { Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { makeUserQuery } from "../../api/session.ts"
import { useApi } from "../../app/Surroundings.ts"
import { type JsonObject, toNumber } from "../editor/json/value.ts"
import type { QueueName } from "./work.ts"
import { countFinished, makeTodayQuery } from "./workToday.ts"

interface ProgressProps {
  readonly dataset: JsonObject
  readonly queue: QueueName
}

export const Progress = ({ dataset, queue }: ProgressProps) => {
  const { i18n, t } = useTranslation("workbench")
  const api = useApi()
  const { data: user } = useQuery(makeUserQuery(api))
  const [owner = "", name = ""] = String(dataset.full_name).split("/")
  const { data } = useQuery({
    ...makeTodayQuery(
      api,
      { owner, dataset: name, timeZone: String(dataset.time_zone) },
      user?.username ?? "",
    ),
    enabled: user !== undefined,
  })
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
