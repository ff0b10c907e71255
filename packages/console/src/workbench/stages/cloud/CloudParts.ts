/** The parts of a workbench of point clouds, which its tools, its stages and its panels share. */
import { createContext, useContext } from "react"
import type { PreparedCloud } from "../../clouds/prepared.ts"
import type { CloudCache, CloudState, Neighbors } from "../../clouds/worker/CloudCache.ts"
import type { Sensor } from "../../editor/label/sensors.ts"
import { useOptionalStore } from "../../editor/useStore.ts"
import type { CameraImage } from "../../session/clouds/cameras.ts"
import type { SensorFrames } from "../../session/clouds/mergedFrames.ts"
import type { CloudTool } from "../../tools/CloudTool.ts"
import type { TrackWork } from "../../tools/cuboid/TrackWork.ts"
import type { PointPainter } from "../../tools/points/PointPainter.ts"
import type { ShapePen } from "../../tools/spaceShapes/ShapePen.ts"
import type { ImageTools } from "../camera/imageTools.ts"
import type { CloudView } from "./CloudView.ts"

export interface CloudParts {
  readonly view: CloudView
  /** Paints, where objects are sets of points. */
  readonly painter: PointPainter | undefined
  /** Draws, where objects are shapes: of several sensors, where some have shapes. */
  readonly pen: ShapePen | undefined
  readonly tools: ReadonlyArray<CloudTool>
  readonly work: TrackWork
  readonly imageTools: ImageTools
  /** The point clouds, by sensor. */
  readonly clouds: ReadonlyArray<SensorFrames>
  /** The images of the cameras, by frame. */
  readonly images: ReadonlyArray<ReadonlyArray<CameraImage>>
  readonly cache: CloudCache
  /** The cloud of the shown frame. */
  readonly cloud: CloudState
  readonly neighbors: Neighbors
  /** The number of frames with clouds. */
  readonly count: number
  /** The sensor of a point cloud that was edited last. */
  readonly lastCloud: { readonly current: Sensor | undefined }
}

export const CloudPartsContext = createContext<CloudParts | undefined>(undefined)

export const useCloudParts = (): CloudParts => {
  const parts = useContext(CloudPartsContext)
  if (parts === undefined) throw new Error("The component has no workbench of point clouds around it.")
  return parts
}

/** The cloud of the shown frame, once it is loaded. */
export const getReadyCloud = ({ cloud }: CloudParts): PreparedCloud | undefined =>
  cloud.kind === "ready" ? cloud.cloud : undefined

/** The pen, while the chosen sensor has shapes: the keys and tools of the others differ. */
export const useActivePen = (pen: ShapePen | undefined): ShapePen | undefined => {
  useOptionalStore(pen?.editor)
  return pen?.isActive ? pen : undefined
}
