/** The dismissals of warnings about the stored label of a sample, which the server keeps. */
import type { StoredDismissal } from "@annotary/core/check"
import { type Api, readBody } from "../../api/client.ts"

/** The time for which a check waits for them, in milliseconds. */
const patience = 4000

/** Reads the dismissals of the ground truth of a sample. */
export const readDismissals = async (api: Api, sample: string): Promise<ReadonlyArray<StoredDismissal>> => {
  const { dismissals } = await readBody(
    api.GET("/labels/{sample}/{labelset}/warnings/", {
      params: { path: { sample, labelset: "ground-truth" }, query: { per_page: 1 } },
      signal: AbortSignal.timeout(patience),
    }),
  )
  // Cast: the ids and times of the answer are those of the engine.
  return dismissals as unknown as ReadonlyArray<StoredDismissal>
}
