/** The calls of the API about the releases of one dataset. */
import { queryOptions } from "@tanstack/react-query"
import { api, readBody, type Wire } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { toApiError } from "../../api/problem.ts"
import { makeQuery, toParams } from "../../api/query.ts"
import { type Difference, type Differences, parseDifference } from "./differences.ts"

export type Release = Wire<"Release">

/** A release that is written is read again until it ends. */
const pollMillis = 1_000

export const makeReleasesQuery = (path: DatasetPath) =>
  makeQuery(
    ["releases", path.owner, path.dataset],
    (signal) => api.GET("/datasets/{owner}/{dataset}/releases/", { params: { path }, signal }),
    {
      refetchInterval: ({ state }) =>
        state.data?.some(({ status }) => status === "PENDING") === true ? pollMillis : false,
    },
  )

export type Statement = Wire<"Envelope">

export const makeStatementsQuery = (path: DatasetPath, release: string) =>
  makeQuery(["releases", path.owner, path.dataset, "statements", release], (signal) =>
    api.GET("/datasets/{owner}/{dataset}/releases/{release}/statements/", {
      params: { path: { ...path, release } },
      signal,
    }),
  )

/** The public keys that verify the statements of all releases. */
export const keySetQuery = makeQuery(["releaseKeySet"], (signal) =>
  api.GET("/releases/jwks.json", { signal }),
)

export const createRelease = (path: DatasetPath, body: Wire<"NewRelease">) =>
  readBody(api.POST("/datasets/{owner}/{dataset}/releases/", { params: { path }, body }))

export const removeRelease = (path: DatasetPath, release: string) =>
  readBody(api.DELETE("/datasets/{owner}/{dataset}/releases/{release}/", toParams({ ...path, release })))

/** As many differences are shown; all are counted. */
const shownDifferences = 1_000

/** Streams what changed from one release to another. Read line by line, because the lists of large releases are long. */
export const diffQuery = (path: DatasetPath, release: string, other: string) =>
  queryOptions({
    queryKey: ["releases", path.owner, path.dataset, "diff", release, other],
    queryFn: async ({ signal }): Promise<Differences> => {
      const { data, error, response } = await api.GET(
        "/datasets/{owner}/{dataset}/releases/{release}/diff/{other}/",
        { params: { path: { ...path, release, other } }, parseAs: "stream", signal },
      )
      if (!response.ok) throw toApiError(response, error)
      const counts = { added: 0, removed: 0, changed: 0 }
      const shown: Array<Difference> = []
      for await (const line of readLines(data)) {
        const difference = parseDifference(line)
        counts[difference.op] += 1
        if (shown.length < shownDifferences) shown.push(difference)
      }
      return { counts, shown }
    },
    // Releases never change.
    staleTime: Number.POSITIVE_INFINITY,
  })

async function* readLines(body: ReadableStream<Uint8Array> | null | undefined): AsyncGenerator<string> {
  if (body === null || body === undefined) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ""
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + decoder.decode(value, { stream: !done })).split("\n")
    rest = lines.pop() ?? ""
    yield* lines.filter((line) => line !== "")
    if (done) break
  }
  if (rest !== "") yield rest
}
