/** The calls of the API about the configuration of one dataset. Configurations go both ways as text, digit for digit. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { api, bodyOf, type Wire } from "../../api/client.ts"
import { memberText } from "../webhooks/jsonText.ts"

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

const onDataset = (path: DatasetName) => ({ params: { path: { ...path } } })
const keyOf = ({ dataset, owner }: DatasetName) => ["configuration", owner, dataset] as const

/** Reads the configuration again while the page is open, to notice when somebody else has changed it. */
export const latestQuery = (name: DatasetName) =>
  queryOptions({
    queryKey: [...keyOf(name), "latest"],
    queryFn: async ({ signal }) =>
      versionOf(
        await bodyOf(
          api.GET("/datasets/{owner}/{dataset}/configuration/", {
            ...onDataset(name),
            signal,
            parseAs: "text",
          }),
        ),
      ),
    refetchInterval: 15_000,
  })

export const historyQuery = (name: DatasetName) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(name), "history"],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      bodyOf(
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
export const versionQuery = (name: DatasetName, number: number) =>
  queryOptions({
    queryKey: [...keyOf(name), "version", number],
    queryFn: async ({ signal }) =>
      versionOf(
        await bodyOf(
          api.GET("/datasets/{owner}/{dataset}/configuration/versions/{number}/", {
            params: { path: { ...name, number } },
            signal,
            parseAs: "text",
          }),
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const jobQuery = (job: string) =>
  queryOptions({
    queryKey: ["jobs", job],
    queryFn: ({ signal }) => bodyOf(api.GET("/jobs/{job}/", { params: { path: { job } }, signal })),
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
  return (await bodyOf(api.POST("/configuration/validate/", request))).advice
}

/** Asks the server what a change of a version does to the labels. */
export const previewOf = (
  name: DatasetName,
  { number, text }: Version,
  actions: ReadonlyArray<Action>,
): Promise<Preview> =>
  bodyOf(
    api.POST("/datasets/{owner}/{dataset}/configuration/preview/", {
      ...onDataset(name),
      ...withText(text, { config_version: number, actions: [...actions] }),
    }),
  )

/** Changes configuration and labels, as a job. */
export const apply = (name: DatasetName, { number, text }: Version, actions: ReadonlyArray<Action>) =>
  bodyOf(
    api.POST("/datasets/{owner}/{dataset}/configuration/apply/", {
      ...onDataset(name),
      ...withText(text, { config_version: number, actions: [...actions] }),
    }),
  )

/** Changes the configuration alone, when `number` is still its version. */
export const replace = (name: DatasetName, { number, text }: Version) =>
  bodyOf(
    api.PUT("/datasets/{owner}/{dataset}/configuration/", {
      ...onDataset(name),
      ...withText(text, { config_version: number }),
    }),
  )

const versionOf = (answer: string): Version => {
  // Cast: the answer has the shape that the OpenAPI document says.
  const { config_version } = JSON.parse(answer) as Wire<"ConfigurationRecord">
  return { text: memberText(answer, "configuration") ?? "{}", number: config_version }
}
