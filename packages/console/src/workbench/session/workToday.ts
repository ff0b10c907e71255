/** The finished work of a person since midnight in the time zone of the dataset, whose daily goal it is compared with. */
import { queryOptions } from "@tanstack/react-query"
import { type Api, readBody } from "../../api/client.ts"
import { formatDay, selectFigures } from "../../api/figures.ts"
import type { DatasetName, QueueName } from "./work.ts"

interface TodayQuery extends DatasetName {
  readonly timeZone: string
}

/** The figures of the person; null without any. */
export const makeTodayQuery = (api: Api, { dataset, owner, timeZone }: TodayQuery, user: string) =>
  queryOptions({
    queryKey: ["workbench", "today", owner, dataset, user, timeZone],
    queryFn: async ({ signal }) => {
      const start = formatDay(new Date(), timeZone)
      const query = { by: "person", user, start, time_zone: timeZone } as const
      const statistics = await readBody(
        api.GET("/datasets/{owner}/{dataset}/statistics/", {
          params: { path: { owner, dataset }, query },
          signal,
        }),
      )
      return selectFigures(statistics).find(({ person }) => person === user) ?? null
    },
    staleTime: 0,
  })

/** The samples that a person has finished in a queue. Skips and saves finish none. */
export const countFinished = (
  queue: QueueName,
  figures: { readonly submitted: number; readonly accepted: number; readonly rejected: number } | null,
): number =>
  figures === null ? 0 : queue === "labeling" ? figures.submitted : figures.accepted + figures.rejected
