/** The calls of the API about the number of people who label a sample. */
import { queryOptions } from "@tanstack/react-query"
import { api, readBody, type Wire } from "../../../api/client.ts"

export type Overlap = Pick<Wire<"Overlap">, "accepted" | "finished" | "overlap" | "state">

export const makeOverlapQuery = (sample: string) =>
  queryOptions({
    queryKey: ["sample", sample, "overlap"],
    queryFn: ({ signal }): Promise<Overlap> =>
      readBody(api.GET("/samples/{sample}/overlap/", { params: { path: { sample } }, signal })),
    gcTime: 0,
  })

/** Sets the number of people who label a sample. `reopens`: whether more labels are requested of a finished one. */
export const updateOverlap = (sample: string, overlap: number, reopens: boolean): Promise<Overlap> =>
  readBody(
    api.PUT("/samples/{sample}/overlap/", {
      params: { path: { sample } },
      body: { overlap, ...(reopens ? { reopen: true } : {}) },
    }),
  )
