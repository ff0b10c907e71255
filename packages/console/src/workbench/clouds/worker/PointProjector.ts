/** Points of clouds in images of cameras, computed in a worker. The page takes an even sample of the cloud, and no more. */
import type { Camera } from "../../geometry/space/camera.ts"
import { type CameraPoints, samplePoints } from "../../geometry/space/cameraPoints.ts"
import type { Size } from "../../geometry/viewport.ts"
import type { PreparedCloud } from "../prepared.ts"
import { JobWorker } from "./JobWorker.ts"
import type { ProjectionAnswer, ProjectionWork } from "./projection.ts"

const makeWorker = () => new Worker(new URL("./projectionWorker.ts", import.meta.url), { type: "module" })

export class PointProjector {
  private readonly worker: JobWorker<ProjectionWork, ProjectionAnswer, CameraPoints>

  constructor(make: () => Worker = makeWorker) {
    this.worker = new JobWorker(make, {
      transferOf: ({ sample }) => [sample.positions.buffer],
      valueOf: (answer) => {
        if ("points" in answer) return answer.points
        throw new Error(answer.message)
      },
    })
  }

  /** Rejects where the signal is aborted, also when the answer comes afterwards: it is of another image. */
  readonly project = async (
    camera: Camera,
    cloud: PreparedCloud,
    size: Size,
    signal: AbortSignal,
  ): Promise<CameraPoints> => {
    const points = await this.worker.run({ camera, sample: samplePoints(cloud), size }, signal)
    signal.throwIfAborted()
    return points
  }

  /** Ends the worker. The next projection starts another one. */
  stop(): void {
    this.worker.stop()
  }
}
