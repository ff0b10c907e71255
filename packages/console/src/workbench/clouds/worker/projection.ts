/** The messages between the page and the worker that projects points into images, and its answers. */
import type { Camera } from "../../geometry/space/camera.ts"
import { type CameraPoints, type PointSample, projectPoints } from "../../geometry/space/cameraPoints.ts"
import type { Size } from "../../geometry/viewport.ts"

export interface ProjectionWork {
  readonly camera: Camera
  readonly sample: PointSample
  /** That of the image. */
  readonly size: Size
}

export type ProjectionRequest = ProjectionWork & { readonly id: number }

export type ProjectionAnswer =
  | { readonly id: number; readonly points: CameraPoints }
  | { readonly id: number; readonly message: string }

export const computeProjection = ({ camera, id, sample, size }: ProjectionRequest): ProjectionAnswer => {
  try {
    return { id, points: projectPoints(camera, sample, size) }
  } catch (error) {
    return { id, message: error instanceof Error ? error.message : String(error) }
  }
}

/** Lists the transferables of an answer. */
export const listProjectionBuffers = (answer: ProjectionAnswer): Array<ArrayBuffer> =>
  "points" in answer ? [answer.points.places.buffer, answer.points.depths.buffer] : []
