/**
 * Projects points into the images of cameras beside the page. A separate worker: files of other frames are parsed for seconds, and would
 * be waited for.
 */
import { computeProjection, listProjectionBuffers, type ProjectionRequest } from "./projection.ts"

addEventListener("message", ({ data }: MessageEvent<ProjectionRequest>) => {
  const answer = computeProjection(data)
  postMessage(answer, { transfer: listProjectionBuffers(answer) })
})
