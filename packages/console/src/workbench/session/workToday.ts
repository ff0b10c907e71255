/** The finished work of a person since midnight of their time zone. */
import { queryOptions } from "@tanstack/react-query"
import { type Api, readBody } from "../../api/client.ts"
import { findReaderZone, formatDay, selectFigures } from "../../api/figures.ts"
import type { DatasetName, QueueName } from "./work.ts"

/** The figures of the person; undefined without any. */
export const makeTodayQuery = (api: Api, name: DatasetName, user: string) => {
  const zone = findReaderZone()
  return queryOptions({
    queryKey: ["workbench", "today", name.owner, name.dataset, user, zone],
    queryFn: async ({ signal }) => {
      const query = { by: "person", user, start: formatDay(new Date(), zone), time_zone: zone } as const
      const statistics = await readBody(
        api.GET("/datasets/{owner}/{dataset}/statistics/", { params: { path: name, query }, signal }),
      )
      return selectFigures(statistics).find(({ person }) => person === user) ?? null
    },
    staleTime: 0,
  })
}

/** The samples that a person has finished in a queue. Skips and saves finish none. */
export const countFinished = (
  queue: QueueName,
  figures: { readonly submitted: number; readonly accepted: number; readonly rejected: number } | null,
): number =>
  figures === null ? 0 : queue === "labeling" ? figures.submitted : figures.accepted + figures.rejected
