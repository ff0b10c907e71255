/** The calls of warnings: the server's check of unsaved work, of which nothing is stored, and dismissals. */
import type { StoredDismissal } from "@annotary/core/check"
import { type Api, readBody } from "../../api/client.ts"
import { type Finding, readFindings } from "../check/Finding.ts"
import { parse, print } from "../editor/json/parse.ts"
import { isObject, type JsonObject, toNumber } from "../editor/json/value.ts"
import { listPaintedFrames, withBitmapUrl } from "../editor/label/areas.ts"
import { removePointIds } from "../editor/label/pointLabel.ts"

/** Lets warnings stay, and takes that back. */
export interface Dismissals {
  readonly dismiss: (warning: string, reason: string) => Promise<unknown>
  readonly restore: (warning: string) => Promise<unknown>
}

/** The dismissals of warnings about the stored ground truth of a sample. */
export const makeDismissals = (api: Api, sample: string): Dismissals => {
  const path = { sample, labelset: "ground-truth" }
  return {
    dismiss: async (warning, reason) => {
      // The server dismisses warnings of its last check of the stored label; this makes one.
      await readBody(
        api.POST("/samples/{sample}/check/", {
          params: { path: { sample } },
          body: { labelset: "ground-truth" },
        }),
      )
      return readBody(
        api.POST("/labels/{sample}/{labelset}/warnings/{warning}/dismiss/", {
          params: { path: { ...path, warning } },
          body: { reason },
        }),
      )
    },
    restore: (warning) =>
      readBody(
        api.DELETE("/labels/{sample}/{labelset}/warnings/{warning}/dismiss/", {
          params: { path: { ...path, warning } },
        }),
      ),
  }
}

/** Returns the findings of the server, and the version of the configuration by which it checks. */
interface ServerResult {
  readonly findings: ReadonlyArray<Finding>
  readonly configVersion: number
}

export type ServerCheck = (label: JsonObject) => Promise<ServerResult>

/** The attributes of a label as they are checked. */
export const pickAttributesToCheck = (attributes: JsonObject): JsonObject => {
  // A bitmap that is painted in the browser alone has no address that the server could read.
  const sent = listPaintedFrames(attributes).reduce(
    (label, { frame }) => withBitmapUrl(label, frame, null),
    attributes,
  )
  // The rules are about objects: the ids of a million points need not travel with each stroke.
  return removePointIds(sent)
}

/** The server's check of the ground truth of a sample. */
export const makeServerCheck =
  (api: Api, sample: string): ServerCheck =>
  async (attributes) => {
    const body = print({ labelset: "ground-truth", attributes: pickAttributesToCheck(attributes) })
    const text = await readBody(
      api.POST("/samples/{sample}/check/", {
        params: { path: { sample } },
        body: {},
        bodySerializer: () => body,
        parseAs: "text",
      }),
    )
    const answer = parse(text)
    return {
      findings: readFindings(answer),
      configVersion: isObject(answer) ? toNumber(answer.config_version) : Number.NaN,
    }
  }

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
