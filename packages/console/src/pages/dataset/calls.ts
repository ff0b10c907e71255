/** The calls of the API about the work on a dataset. */
import { queryOptions } from "@tanstack/react-query"
import { api, bodyOf } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { queueKey } from "../queue/calls.ts"

/** The finished work of each of the last 30 days. */
export const throughputQuery = (path: DatasetPath) =>
  queryOptions({
    queryKey: [...queueKey(path), "throughput"],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/datasets/{owner}/{dataset}/queue/throughput/", { params: { path }, signal })),
  })

/** The work of each person since an instant. */
export const workSinceQuery = (path: DatasetPath, start: string | undefined) =>
  queryOptions({
    queryKey: [...queueKey(path), "stats", start ?? null],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/datasets/{owner}/{dataset}/queue/stats/", {
          params: { path, query: start === undefined ? {} : { start } },
          signal,
        }),
      ),
    enabled: start !== undefined,
  })
