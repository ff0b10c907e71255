/** Answers requests to parse point clouds, in a worker. */
import type { Cloud } from "../formats/Cloud.ts"
import { CloudError } from "../formats/CloudError.ts"
import { mergeClouds } from "../merge.ts"
import { prepare, toWorld } from "../prepared.ts"
import { listTransferables, type ParseAnswer, type ParseRequest } from "./messages.ts"

/** Parses the bytes of a file. */
export type Parse = (bytes: Uint8Array, type: string) => Cloud | Promise<Cloud>

export const serve = (parse: Parse): void => {
  const parseRequest = async (request: ParseRequest): Promise<ParseAnswer> => {
    const { id } = request
    if ("clouds" in request) return { id, cloud: prepare(mergeClouds(request.clouds), undefined) }
    const { bytes, merges, pose, type } = request
    const cloud = await parse(new Uint8Array(bytes), type)
    return merges ? { id, placed: toWorld(cloud, pose) } : { id, cloud: prepare(cloud, pose) }
  }
  const answerRequest = (request: ParseRequest): Promise<ParseAnswer> =>
    parseRequest(request).catch((error: unknown) => {
      const { id } = request
      return error instanceof CloudError
        ? { id, code: error.code, details: error.details }
        : { id, message: error instanceof Error ? error.message : String(error) }
    })
  addEventListener("message", ({ data }: MessageEvent<ParseRequest>) => {
    answerRequest(data).then((answer) => {
      const cloud = "cloud" in answer ? answer.cloud : "placed" in answer ? answer.placed : undefined
      postMessage(answer, { transfer: cloud === undefined ? [] : listTransferables([cloud]) })
    })
  })
}
