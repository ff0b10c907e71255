/** The last review of a label: who decided what, about which version, and with which words. */
import { type Api, readBody, type Wire } from "../../api/client.ts"
import { parse } from "../editor/json/parse.ts"
import { isObject, type JsonObject } from "../editor/json/value.ts"

export interface Review {
  readonly rejected: boolean
  readonly by: string
  readonly at: string
  /** The time of the version that was reviewed: issues that the reviewer opened later are about it. */
  readonly since: string
  /** The label as it was reviewed. */
  readonly attributes: JsonObject | null
}

type Row = Wire<"LabelHistoryRow">

/** The rows of the last review and of the work before it, in a history with the newest row first. */
export const findReview = <One extends Pick<Row, "action" | "from_status" | "to_status">>(
  history: ReadonlyArray<One>,
): { readonly row: One; readonly before: One | undefined } | undefined => {
  const at = history.findIndex(isReview)
  const row = history[at]
  return row === undefined ? undefined : { row, before: history[at + 1] }
}

/** In a queue or beside it. A save by the labeler leaves the status, and so is none. */
const isReview = ({ action, from_status, to_status }: Pick<Row, "action" | "from_status" | "to_status">) =>
  (to_status === "REJECTED" || to_status === "REVIEWED") &&
  (action === "accept" || action === "reject" || (action === "write" && from_status !== to_status))

/** The last review of the ground truth of a sample; undefined when nobody has reviewed it. */
const readReview = async (api: Api, sample: string, signal: AbortSignal): Promise<Review | undefined> => {
  const path = { sample, labelset: "ground-truth" }
  const history = await readBody(
    api.GET("/labels/{sample}/{labelset}/history/", { params: { path }, signal }),
  )
  const lastReview = findReview(history)
  if (lastReview === undefined) return undefined
  const { before, row } = lastReview
  const text = await readBody(
    api.GET("/labels/{sample}/{labelset}/history/{version}/", {
      params: { path: { ...path, version: row.version } },
      parseAs: "text",
      signal,
    }),
  )
  const version = parse(text)
  return {
    rejected: row.to_status === "REJECTED",
    by: row.created_by,
    at: String(row.created_at),
    since: String(before?.created_at ?? row.created_at),
    attributes: isObject(version) && isObject(version.attributes) ? version.attributes : null,
  }
}

/** Reads the last review of a sample. */
export const makeReview = (api: Api, sample: string) => ({
  sample,
  read: (of: string, signal: AbortSignal) => readReview(api, of, signal),
})
