/** Images beside a point cloud: `related_images/CLOUD_pcd/IMAGE` with `IMAGE.json`. */
import type { Losses } from "../carry/Losses.ts"
import { makeBareCamera } from "../drawn-cuboids/DrawnCuboid.ts"
import { readJsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { fromPoseMatrix } from "../model/matrix.ts"
import { invert } from "../model/poses.ts"
import type { Camera } from "../model/Scene.ts"

/** Finds the images of a point cloud by the folder of its dataset and its name. */
export type FindImages = (folder: string, cloud: string) => ReadonlyArray<string>

/** Goes through all paths once, because every point cloud asks for its own. */
export const indexImages = ({ paths }: Source): FindImages => {
  const byFolder = new Map<string, Array<string>>()
  for (const path of paths) {
    const [, folder] = /^((?:.*\/)?related_images\/.+\/)[^/]+$/.exec(path) ?? []
    if (folder === undefined || path.endsWith(".json")) continue
    const images = byFolder.get(folder)
    if (images === undefined) byFolder.set(folder, [path])
    else images.push(path)
  }
  return (folder, cloud) => {
    const name = getBaseName(cloud)
    const own = `${cloud.slice(0, -name.length)}${name.replaceAll(".", "_")}`
    return byFolder.get(`${folder}related_images/${own}/`) ?? []
  }
}

export const readCameras = async (
  source: Source,
  images: ReadonlyArray<string>,
  losses: Losses,
): Promise<ReadonlyArray<Camera>> => {
  const cameras: Array<Camera> = []
  for (const path of images) cameras.push(await readCamera(source, path, losses))
  return cameras
}

/** Matrices of zeros, as Datumaro writes them, say nothing. A calibration that cannot be read is counted. */
const readCamera = async (source: Source, path: string, losses: Losses): Promise<Camera> => {
  const camera = makeBareCamera(stripEnding(getBaseName(path)), path)
  const file = `${path}.json`
  if (!source.has(file)) return camera
  const document = new Node(await readJsonFile(source, file), file)
  return new PartReader(losses, "intrinsics").read(() => readCalibration(document, camera)) ?? camera
}

const readCalibration = (document: Node, camera: Camera): Camera => {
  const meta = document.at("meta")
  const data = meta.or(undefined, (found) => found.at("sensorsData").or(undefined, (sensors) => sensors))
  if (data === undefined) return camera
  const name = meta.at("deviceId").or(camera.name, (id) => id.text())
  const intrinsic = data.at("intrinsicMatrix").or([], (matrix) => matrix.numbers(9))
  const extrinsic = data.at("extrinsicMatrix").or([], (matrix) => matrix.numbers(12))
  const isKnown = (matrix: ReadonlyArray<number>) => matrix.some((value) => value !== 0)
  const pose = isKnown(extrinsic)
    ? (fromPoseMatrix(extrinsic) ?? data.at("extrinsicMatrix").fail("is not a rotation with a translation."))
    : null
  return {
    ...camera,
    name,
    intrinsics: isKnown(intrinsic) ? [0, 3, 6].map((start) => intrinsic.slice(start, start + 3)) : null,
    // From the point cloud to the camera.
    extrinsics: pose && invert(pose),
  }
}
