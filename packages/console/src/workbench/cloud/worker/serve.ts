/** Answers requests to parse point clouds, in a worker. */
import type { Cloud } from "../formats/Cloud.ts"
import { CloudError } from "../formats/CloudError.ts"
import { prepare } from "../model/prepared.ts"
import type { ParseAnswer, ParseRequest } from "./messages.ts"

/** Parses the bytes of a file. */
export type Parse = (bytes: Uint8Array, type: string) => Cloud | Promise<Cloud>

export const serve = (parse: Parse): void => {
  const answerOf = async ({ bytes, id, pose, type }: ParseRequest): Promise<ParseAnswer> => {
    try {
      return { id, cloud: prepare(await parse(new Uint8Array(bytes), type), pose) }
    } catch (error) {
      return error instanceof CloudError
        ? { id, code: error.code, details: error.details }
        : { id, message: error instanceof Error ? error.message : String(error) }
    }
  }
  addEventListener("message", ({ data }: MessageEvent<ParseRequest>) => {
    answerOf(data).then((answer) => {
      const buffers =
        "cloud" in answer
          ? [answer.cloud.positions, answer.cloud.order, answer.cloud.intensity, answer.cloud.colors].flatMap(
              (values) => (values === undefined ? [] : [values.buffer]),
            )
          : []
      postMessage(answer, { transfer: [...new Set(buffers)] })
    })
  })
}
