/** The cuboids of the shown frame in the image of a camera. */
import type { Size } from "../../../model/geometry/viewport.ts"
import { type Camera, type Projector, projectorOf } from "../../model/camera.ts"
import { type CameraOutline, cameraOutline } from "../../model/cameraOutline.ts"
import type { Cuboid } from "../../model/cuboid.ts"
import type { ShownCuboid } from "../scene/CuboidLayer.ts"

export interface SeenCuboid {
  readonly shown: ShownCuboid
  readonly outline: CameraOutline
}

export type SeenIn = (cuboids: ReadonlyArray<ShownCuboid>) => ReadonlyArray<SeenCuboid>

/** What a camera sees. Outlines are computed once for each cuboid: an edit computes that of one. */
export const seenIn = (camera: Camera, size: Size): SeenIn => {
  const project = projectorOf(camera)
  const outlines = new WeakMap<Cuboid, CameraOutline | typeof nothing>()
  return (cuboids) =>
    cuboids.flatMap((shown) => {
      const outline = outlines.get(shown.cuboid) ?? outlineOf(project, shown.cuboid, size)
      outlines.set(shown.cuboid, outline)
      return outline === nothing ? [] : [{ shown, outline }]
    })
}

const nothing = Symbol()

const outlineOf = (project: Projector, cuboid: Cuboid, size: Size): CameraOutline | typeof nothing =>
  cameraOutline(project, cuboid, size) ?? nothing
