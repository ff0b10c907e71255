/** A worker that parses point clouds, as a function. */
import { CloudError } from "../formats/CloudError.ts"
import { JobWorker } from "./JobWorker.ts"
import { type CloudRequest, listTransferables, type ParseAnswer } from "./messages.ts"

/** The answer of the worker when nothing fails. */
export type CloudAnswer = Extract<ParseAnswer, { readonly cloud: unknown } | { readonly placed: unknown }>

export type ParseWorker = JobWorker<CloudRequest, ParseAnswer, CloudAnswer>

/** The buffers of requests are gone afterwards. */
export const parseWorker = (make: () => Worker): ParseWorker =>
  new JobWorker(make, {
    transferOf: (request) => ("bytes" in request ? [request.bytes] : listTransferables(request.clouds)),
    valueOf: (answer) => {
      if ("cloud" in answer || "placed" in answer) return answer
      throw "code" in answer ? new CloudError(answer.code, answer.details) : new Error(answer.message)
    },
  })
