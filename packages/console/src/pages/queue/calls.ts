/** The calls of the API about the queues of a dataset: queries for the cache, and the release of a claim. */
import { api, readBody } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { makeQuery, toParams } from "../../api/query.ts"
import type { QueueName } from "../../workbench/session/work.ts"

/** Queues are read again while they are visible. */
const pollMillis = 10_000

/** All that is known of the queues of a dataset begins with this key. */
export const queueKey = ({ dataset, owner }: DatasetPath) => ["queue", owner, dataset] as const

/** Asks what a person would get next, and what waits in each step. Without a user: the caller. */
export const explainQuery = (path: DatasetPath, queue: QueueName, user: string | undefined) =>
  makeQuery(
    [...queueKey(path), "explain", queue, user ?? null],
    (signal) => {
      const params = { path: { ...path, queue }, query: user === undefined ? {} : { user } }
      return api.GET("/datasets/{owner}/{dataset}/queue/{queue}/explain/", { params, signal })
    },
    { refetchInterval: pollMillis },
  )

export const makeClaimsQuery = (path: DatasetPath) =>
  makeQuery(
    [...queueKey(path), "claims"],
    (signal) => api.GET("/datasets/{owner}/{dataset}/claims/", { params: { path }, signal }),
    { refetchInterval: pollMillis },
  )

/** Gives a claimed sample back to its queue. */
export const releaseClaim = (claim: string) => readBody(api.DELETE("/claims/{claim}/", toParams({ claim })))
