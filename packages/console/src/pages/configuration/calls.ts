/** The calls of the API about the configuration of one dataset. Configurations go both ways as text, digit for digit. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { api, readBody, type Wire } from "../../api/client.ts"
import { makeQuery, toParams } from "../../api/query.ts"
import { readMemberText } from "../webhooks/jsonText.ts"

export interface DatasetName {
  readonly owner: string
  readonly dataset: string
}

export type Action = Wire<"ConfigurationAction">
export type Preview = Wire<"ConfigurationPreview">
export type Effect = Wire<"ConfigurationEffect">
export type Advice = Wire<"ConfigurationAdvice">["advice"]

/** A configuration as it was sent, with the number of its version. */
export interface Version {
  readonly text: string
  readonly number: number
}

const makeKey = ({ dataset, owner }: DatasetName) => ["configuration", owner, dataset] as const

/** Reads the configuration again while the page is open, to notice when somebody else has changed it. */
export const makeLatestQuery = (name: DatasetName) =>
  queryOptions({
    queryKey: [...makeKey(name), "latest"],
    queryFn: async ({ signal }) =>
      parseVersion(
        await readBody(
          api.GET("/datasets/{owner}/{dataset}/configuration/", {
            ...toParams({ ...name }),
            signal,
            parseAs: "text",
          }),
        ),
      ),
    refetchInterval: 15_000,
  })

export const makeHistoryQuery = (name: DatasetName) =>
  infiniteQueryOptions({
    queryKey: [...makeKey(name), "history"],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      readBody(
        api.GET("/datasets/{owner}/{dataset}/configuration/versions/", {
          params: {
            path: { ...name },
            query: { per_page: versionsPerPage, ...(before === undefined ? {} : { before }) },
          },
          signal,
        }),
      ),
    getNextPageParam: (rows) => (rows.length < versionsPerPage ? undefined : rows.at(-1)?.config_version),
  })

const versionsPerPage = 50

/** A past version. It never changes. */
export const makeVersionQuery = (name: DatasetName, number: number) =>
  queryOptions({
    queryKey: [...makeKey(name), "version", number],
    queryFn: async ({ signal }) =>
      parseVersion(
        await readBody(
          api.GET("/datasets/{owner}/{dataset}/configuration/versions/{number}/", {
            params: { path: { ...name, number } },
            signal,
            parseAs: "text",
          }),
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const makeJobQuery = (job: string) =>
  makeQuery(["jobs", job], (signal) => api.GET("/jobs/{job}/", { ...toParams({ job }), signal }), {
    refetchInterval: ({ state }) =>
      state.data?.status === "SUCCEEDED" || state.data?.status === "FAILED" ? false : 500,
  })

/** A request whose configuration is sent as the text that it is. */
const withText = <Rest extends object>(text: string, rest: Rest) => ({
  body: { configuration: {}, ...rest },
  bodySerializer: () => `{"configuration":${text},${JSON.stringify(rest).slice(1)}`,
})

/** The remarks on a valid configuration. An invalid one is an error with every violation. */
export const validate = async (text: string, signal: AbortSignal): Promise<Advice> => {
  const request = {
    body: { configuration: {} },
    bodySerializer: () => `{"configuration":${text}}`,
    signal,
  }
  return (await readBody(api.POST("/configuration/validate/", request))).advice
}

/** Asks the server what a change of a version does to the labels. */
export const requestPreview = (
  name: DatasetName,
  { number, text }: Version,
  actions: ReadonlyArray<Action>,
): Promise<Preview> =>
  readBody(
    api.POST("/datasets/{owner}/{dataset}/configuration/preview/", {
      ...toParams({ ...name }),
      ...withText(text, { config_version: number, actions: [...actions] }),
    }),
  )

/** Changes configuration and labels, as a job. */
export const apply = (name: DatasetName, { number, text }: Version, actions: ReadonlyArray<Action>) =>
  readBody(
    api.POST("/datasets/{owner}/{dataset}/configuration/apply/", {
      ...toParams({ ...name }),
      ...withText(text, { config_version: number, actions: [...actions] }),
    }),
  )

/** Changes the configuration alone, when `number` is still its version. */
export const replace = (name: DatasetName, { number, text }: Version) =>
  readBody(
    api.PUT("/datasets/{owner}/{dataset}/configuration/", {
      ...toParams({ ...name }),
      ...withText(text, { config_version: number }),
    }),
  )

const parseVersion = (answer: string): Version => {
  // Cast: the answer has the shape that the OpenAPI document says.
  const { config_version } = JSON.parse(answer) as Wire<"ConfigurationRecord">
  return { text: readMemberText(answer, "configuration") ?? "{}", number: config_version }
}
