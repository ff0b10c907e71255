/** Parses point clouds beside the page, so that it stays responsive. */
import { CloudError } from "../formats/CloudError.ts"
import { parseCloud } from "../formats/parseCloud.ts"
import { prepare } from "../model/prepared.ts"
import type { ParseAnswer, ParseRequest } from "./messages.ts"

const answerOf = ({ bytes, id, pose, type }: ParseRequest): ParseAnswer => {
  try {
    return { id, cloud: prepare(parseCloud(new Uint8Array(bytes), type), pose) }
  } catch (error) {
    return error instanceof CloudError
      ? { id, code: error.code, details: error.details }
      : { id, message: error instanceof Error ? error.message : String(error) }
  }
}

addEventListener("message", ({ data }: MessageEvent<ParseRequest>) => {
  const answer = answerOf(data)
  const buffers =
    "cloud" in answer
      ? [answer.cloud.positions, answer.cloud.intensity, answer.cloud.colors].flatMap((values) =>
          values === undefined ? [] : [values.buffer],
        )
      : []
  postMessage(answer, { transfer: [...new Set(buffers)] })
})
