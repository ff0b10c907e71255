/** Images beside a point cloud: `camera_image_N/NAME.jpg`, with the calibration of each in the list of `camera_config/NAME.json`. */
import type { Losses } from "../carry/Losses.ts"
import { makeBareCamera } from "../drawn-cuboids/DrawnCuboid.ts"
import { readItems, readLength, readText } from "../drawn-images/DrawnImage.ts"
import { addToList } from "../files/listMaps.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { isImagePath, stripImageEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { fromPoseMatrix } from "../model/matrix.ts"
import { invert } from "../model/poses.ts"
import type { Camera } from "../model/Scene.ts"
import { type Item, openDocument } from "./items.ts"

/** The folder of an image; older versions call it `image0`. */
const imageFolder = /^(?:camera_image_|image_?)0*(\d+)$/

/** The paths of images by the numbers of their cameras, which are texts: a folder may have any digits. */
export type CameraImages = ReadonlyMap<string, ReadonlyArray<string>>

/** Finds the images of an item. */
export const indexCameraImages = ({ paths }: Source): ((item: Item) => CameraImages) => {
  const images = new Map<string, Map<string, Array<string>>>()
  for (const path of paths) {
    const [, root = "", folder = "", file] = /^((?:.*?\/)?)([^/]+)\/([^/]+)$/.exec(path) ?? []
    const number = imageFolder.exec(folder)?.[1]
    if (number === undefined || file === undefined || !isImagePath(file)) continue
    const key = `${root}\0${stripImageEnding(file)}`
    const own = images.get(key) ?? new Map<string, Array<string>>()
    images.set(key, own)
    addToList(own, number, path)
  }
  return ({ name, root }) => images.get(`${root}\0${name}`) ?? new Map()
}

/** A calibration that cannot be read, or is not among the files, leaves its camera without one, which is counted. So is a second image of a camera. */
export const readCameras = async (
  source: Source,
  item: Item,
  data: Node | undefined,
  images: CameraImages,
  losses: Losses,
): Promise<ReadonlyArray<Camera>> => {
  const [parts, urls] = [new PartReader(losses, "intrinsics"), new PartReader(losses, "images")]
  const listed = data === undefined ? [] : readItems(data.at("cameraImages"), parts)
  const numbers = new Set([...listed.map((_, index) => String(index)), ...images.keys()])
  const path = `${item.root}camera_config/${item.name}.json`
  const config = source.has(path) ? await parts.readLater(() => openDocument(source, path)) : undefined
  if (config === undefined && numbers.size > 0) losses.add("intrinsics", `${path} is missing`, numbers.size)
  const configs = config === undefined ? [] : readItems(config, parts)
  return [...numbers]
    .sort(compareNumbers)
    .map((number) => {
      const [image, ...others] = images.get(number) ?? []
      for (const other of others) losses.add("cameras", other)
      const url = readImageUrl(listed[Number(number)], urls)
      const camera = { ...makeBareCamera(`camera_image_${number}`, ""), url: image ?? url }
      const own = configs[Number(number)]
      return (own && parts.read(() => readCalibration(camera, own, losses))) ?? camera
    })
    .filter(({ url }) => url !== null)
}

/** Digits without zeros in front, of any number. */
const compareNumbers = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1)

const readImageUrl = (listed: Node | undefined, urls: PartReader): string | null =>
  urls.read(() => (listed === undefined ? null : readText(listed.at("url"), urls))) ?? null

/** The matrix leads from the point cloud to the camera, row by row unless `rowMajor` is false. */
const readCalibration = (camera: Camera, config: Node, losses: Losses): Camera => {
  const findMember = (...names: ReadonlyArray<string>): Node =>
    names.map((name) => config.at(name)).find(({ isPresent }) => isPresent) ??
    config.fail(`has no ${names[0]}.`)
  const internal = findMember("cameraInternal", "camera_internal")
  const matrix = findMember("cameraExternal", "camera_external")
  const numbers = matrix.numbers(16)
  const rows =
    String(config.at("rowMajor").value) === "false"
      ? numbers.map((_, at) => numbers[4 * (at % 4) + Math.floor(at / 4)] ?? 0)
      : numbers
  const pose = fromPoseMatrix(rows) ?? matrix.fail("is not a rotation with a translation.")
  const [fx, fy, cx, cy] = ["fx", "fy", "cx", "cy"].map((key) => internal.at(key).number())
  const [width, height] = [config.at("width"), config.at("height")]
  if (config.at("distortion").isPresent) losses.add("distortion", config.at("distortion").place)
  return {
    ...camera,
    size:
      width.isPresent && height.isPresent
        ? { width: readLength(width), height: readLength(height) }
        : camera.size,
    intrinsics: [
      [fx ?? 0, 0, cx ?? 0],
      [0, fy ?? 0, cy ?? 0],
      [0, 0, 1],
    ],
    extrinsics: invert(pose),
  }
}
