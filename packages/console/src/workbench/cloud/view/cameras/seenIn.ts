/** The cuboids of the shown frame in the image of a camera. */
import type { Size } from "../../../model/geometry/viewport.ts"
import { type Camera, makeProjector, type Projector } from "../../model/camera.ts"
import { type CameraOutline, computeCameraOutline } from "../../model/cameraOutline.ts"
import type { Cuboid } from "../../model/cuboid.ts"
import type { ShownCuboid } from "../scene/CuboidLayer.ts"

export interface SeenCuboid {
  readonly shown: ShownCuboid
  readonly outline: CameraOutline
}

export type SeenIn = (cuboids: ReadonlyArray<ShownCuboid>) => ReadonlyArray<SeenCuboid>

/** Computes what a camera sees. Outlines are computed once for each cuboid: an edit computes that of one. */
export const makeSeenIn = (camera: Camera, size: Size): SeenIn => {
  const project = makeProjector(camera)
  const outlines = new WeakMap<Cuboid, CameraOutline | typeof nothing>()
  return (cuboids) =>
    cuboids.flatMap((shown) => {
      const outline = outlines.get(shown.cuboid) ?? computeOutline(project, shown.cuboid, size)
      outlines.set(shown.cuboid, outline)
      return outline === nothing ? [] : [{ shown, outline }]
    })
}

const nothing = Symbol()

const computeOutline = (project: Projector, cuboid: Cuboid, size: Size): CameraOutline | typeof nothing =>
  computeCameraOutline(project, cuboid, size) ?? nothing
