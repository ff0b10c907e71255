/** Images beside a point cloud: `related_images/CLOUD_pcd/IMAGE` with `IMAGE.json`. */
import { bareCamera } from "../drawn-cuboids/DrawnCuboid.ts"
import { jsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { baseName, withoutEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { poseOfMatrix } from "../model/matrix.ts"
import { invert } from "../model/poses.ts"
import type { Camera } from "../model/Scene.ts"

export const readCameras = async (
  source: Source,
  folder: string,
  cloud: string,
): Promise<ReadonlyArray<Camera>> => {
  const prefix = `${folder}related_images/${cloud.replaceAll(".", "_")}/`
  const cameras: Array<Camera> = []
  for (const path of source.paths)
    if (path.startsWith(prefix) && !path.endsWith(".json")) cameras.push(await readCamera(source, path))
  return cameras
}

/** Matrices of zeros, as Datumaro writes them, say nothing. */
const readCamera = async (source: Source, path: string): Promise<Camera> => {
  const camera = bareCamera(withoutEnding(baseName(path)), path)
  const file = `${path}.json`
  if (!source.has(file)) return camera
  const meta = new Node(await jsonFile(source, file), file).at("meta")
  const data = meta.or(undefined, (found) => found.at("sensorsData").or(undefined, (sensors) => sensors))
  if (data === undefined) return camera
  const name = meta.at("deviceId").or(camera.name, (id) => id.text())
  const intrinsic = data.at("intrinsicMatrix").or([], (matrix) => matrix.numbers(9))
  const extrinsic = data.at("extrinsicMatrix").or([], (matrix) => matrix.numbers(12))
  const isKnown = (matrix: ReadonlyArray<number>) => matrix.some((value) => value !== 0)
  const pose = isKnown(extrinsic)
    ? (poseOfMatrix(extrinsic) ?? data.at("extrinsicMatrix").fail("is no rotation with a translation."))
    : null
  return {
    ...camera,
    name,
    intrinsics: isKnown(intrinsic) ? [0, 3, 6].map((start) => intrinsic.slice(start, start + 3)) : null,
    // From the point cloud to the camera.
    extrinsics: pose && invert(pose),
  }
}
