/** The calls of the API for gold samples. */
import { queryOptions } from "@tanstack/react-query"
import { api, readBody, type Wire } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { makeQuery } from "../../api/query.ts"
import { parse, print } from "../../workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../workbench/editor/json/value.ts"

export type GoldFigures = Wire<"GoldSampleFigures">
export type GoldPerson = Wire<"GoldPerson">
export type GoldAnswer = Wire<"GoldAnswer">

/** The most rows of a list. */
export const mostRows = 1000

/** The key with which those of all lists of a dataset begin. */
export const makeGoldKey = (path: DatasetPath) => ["gold", path.owner, path.dataset]

export const makeGoldQuery = (path: DatasetPath) =>
  makeQuery([...makeGoldKey(path), "samples"], (signal) =>
    api.GET("/datasets/{owner}/{dataset}/gold/", {
      params: { path, query: { per_page: mostRows } },
      signal,
    }),
  )

export const makeGoldPeopleQuery = (path: DatasetPath) =>
  makeQuery([...makeGoldKey(path), "people"], (signal) =>
    api.GET("/datasets/{owner}/{dataset}/gold/people/", {
      params: { path, query: { per_page: mostRows } },
      signal,
    }),
  )

/** The latest answers of a person, from the last one back. */
export const makePersonAnswersQuery = (path: DatasetPath, username: string) =>
  makeQuery([...makeGoldKey(path), "person", username], (signal) =>
    api.GET("/datasets/{owner}/{dataset}/gold/people/{username}/answers/", {
      params: { path: { ...path, username }, query: { per_page: mostRows } },
      signal,
    }),
  )

/** The latest answers to a gold sample, from the last one back. */
export const makeGoldAnswersQuery = (path: DatasetPath, sample: string) =>
  queryOptions({
    queryKey: [...makeGoldKey(path), "answers", sample],
    queryFn: async ({ signal }) => {
      const { answers } = await readBody(
        api.GET("/samples/{sample}/gold/", { params: { path: { sample } }, signal }),
      )
      return answers.toReversed()
    },
  })

/** The result of an answer. An outdated one was compared with a known label that was replaced since. */
export const findGoldResult = ({
  outdated,
  passed,
}: Pick<GoldAnswer, "outdated" | "passed">): "failed" | "notCompared" | "outdated" | "passed" =>
  outdated ? "outdated" : passed === null ? "notCompared" : passed ? "passed" : "failed"

/** A known label with all its digits, and the version of it that a change expects. */
export interface StoredKnownLabel {
  readonly attributes: JsonObject
  readonly tag: string | null
}

/** The known label of a sample; null for a sample that is not gold. */
export const readKnownLabel = async (
  sample: string,
  signal: AbortSignal,
): Promise<StoredKnownLabel | null> => {
  const answer = api.GET("/samples/{sample}/gold/", { params: { path: { sample } }, parseAs: "text", signal })
  const { response } = await answer
  if (response.status === 404) return null
  const parsed = parse(await readBody(answer))
  return isObject(parsed) && isObject(parsed.attributes)
    ? { attributes: parsed.attributes, tag: response.headers.get("etag") }
    : null
}

/** Sets a known label in the place of the one that was read, of none with null. The answer is 412 where somebody else has changed it since. */
export const setKnownLabel = (
  sample: string,
  attributes: JsonObject,
  read: StoredKnownLabel | null,
): Promise<unknown> => {
  const body = print({ attributes })
  const header = read === null ? { "if-none-match": "*" as const } : makeCondition(read)
  return readBody(
    api.PUT("/samples/{sample}/gold/", {
      params: { path: { sample }, header },
      body: { attributes: {} },
      bodySerializer: () => body,
    }),
  )
}

export const removeKnownLabel = (sample: string, read: StoredKnownLabel): Promise<unknown> =>
  readBody(
    api.DELETE("/samples/{sample}/gold/", { params: { path: { sample }, header: makeCondition(read) } }),
  )

const makeCondition = ({ tag }: StoredKnownLabel) => (tag === null ? {} : { "if-match": tag })
