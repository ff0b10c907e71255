/** Reads `SCENE/label/FRAME.json` with `SCENE/lidar`, `camera` and `calib`: each scene is a sequence, in the order of the names of its frames. */
import type { Losses } from "../carry/Losses.ts"
import {
  bareCamera,
  type DrawnCuboid,
  findHeading,
  TrackNumbers,
  toAnnotations,
} from "../drawn-cuboids/DrawnCuboid.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { jsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { baseName, withoutEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { categoryIds } from "../model/categoryIds.ts"
import { findCloudType } from "../model/cloudType.ts"
import { CategoryNumbers, type Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { poseOfMatrix } from "../model/matrix.ts"
import { invert } from "../model/poses.ts"
import type { Attributes, Camera, Scene, Vector } from "../model/Scene.ts"

const labelPath = /^(?:(.*)\/)?label\/([^/]+)\.json$/

const findLabels = ({ paths }: Source): ReadonlyArray<string> => paths.filter((path) => labelPath.test(path))

export const readSustechPoints: Reader = {
  detect: async (source) => {
    for (const path of findLabels(source).slice(0, 8)) {
      const head = new TextDecoder().decode(await source.range(path, 0, 4096))
      if (/"psr"\s*:/.test(head)) return path
    }
    return undefined
  },
  read: async (source, { losses }) => {
    const labels = findLabels(source)
    if (labels.length === 0) throw new FormatError(".", "has no JSON files in a folder label.")
    const names = new Set<string>()
    for (const path of labels)
      for (const object of await readObjects(source, path)) names.add(object.at("obj_type").text())
    const dataset: Dataset = {
      name: "sustechpoints",
      description: "",
      taskType: "pointcloud-cuboid-sequence",
      categories: new CategoryNumbers([...names].sort()).categories,
      imageAttributes: [],
    }
    return { dataset, scenes: readScenes(source, dataset, losses) }
  },
}

/** A file is a list of objects, or an object with that list. */
const readObjects = async (source: Source, path: string): Promise<ReadonlyArray<Node>> => {
  const document = new Node(await jsonFile(source, path), path)
  return Array.isArray(document.value) ? document.items() : document.at("objs").items()
}

interface Files {
  /** By the names of frames. */
  readonly labels: Map<string, string>
  readonly clouds: Map<string, string>
  /** By camera, then by the names of frames. */
  readonly images: Map<string, Map<string, string>>
}

const filesOf = ({ paths }: Source): ReadonlyMap<string, Files> => {
  const scenes = new Map<string, Files>()
  for (const path of paths) {
    const [, folder = "", kind, rest = ""] = /^(?:(.*)\/)?(label|lidar|camera)\/(.+)$/.exec(path) ?? []
    if (kind === undefined) continue
    const files = scenes.get(folder) ?? { labels: new Map(), clouds: new Map(), images: new Map() }
    scenes.set(folder, files)
    const frame = withoutEnding(baseName(rest))
    if (kind === "label" && labelPath.test(path)) files.labels.set(frame, path)
    if (kind === "lidar") files.clouds.set(frame, path)
    const [, camera] = kind === "camera" ? (/^([^/]+)\/[^/]+$/.exec(rest) ?? []) : []
    if (camera === undefined) continue
    const images = files.images.get(camera) ?? new Map<string, string>()
    files.images.set(camera, images.set(frame, path))
  }
  return scenes
}

async function* readScenes(source: Source, dataset: Dataset, losses: Losses): AsyncGenerator<Scene> {
  const idOf = categoryIds(dataset)
  for (const [folder, { clouds, images, labels }] of filesOf(source)) {
    if (labels.size === 0) continue
    const cameras = new Map<string, Camera>()
    for (const name of images.keys()) cameras.set(name, await readCamera(source, folder, name))
    const drawn = new Map<string, ReadonlyArray<DrawnCuboid>>()
    for (const [frame, path] of labels)
      drawn.set(
        frame,
        (await readObjects(source, path)).map((object) => readCuboid(object, losses)),
      )
    const keys = [...drawn.values()].flat().flatMap(({ track }) => track ?? [])
    const tracks = new TrackNumbers(keys)
    const names = [...new Set([...clouds.keys(), ...labels.keys()])].sort()
    yield {
      ...emptyScene,
      name: folder === "" ? "scene" : folder,
      kind: "cuboid",
      isSequence: true,
      frames: names.map((name) => {
        const url = clouds.get(name) ?? ""
        return {
          ...emptyFrame,
          name,
          cloud: { url, type: findCloudType(url, { bin: "kitti", other: "pcd" }) },
          cameras: [...cameras].flatMap(([camera, calibration]) => {
            const image = images.get(camera)?.get(name)
            return image === undefined ? [] : [{ ...calibration, url: image }]
          }),
          annotations: toAnnotations(
            drawn.get(name) ?? [],
            (one) => idOf(one, labels.get(name) ?? folder),
            tracks,
          ),
        }
      }),
    }
  }
}

const readVector = (node: Node): Vector => ({
  x: node.at("x").number(),
  y: node.at("y").number(),
  z: node.at("z").number(),
})

const members = new Set(["obj_id", "obj_type", "obj_attr", "psr"])

const readCuboid = (object: Node, losses: Losses): DrawnCuboid => {
  for (const key of object.keys()) if (!members.has(key)) losses.add("unknown", object.at(key).place)
  const psr = object.at("psr")
  const id = object.at("obj_id").or("", (found) => String(found.value))
  const attribute = object.at("obj_attr").or("", (found) => String(found.value))
  const attributes: Attributes = attribute === "" ? {} : { obj_attr: attribute }
  return {
    category: object.at("obj_type").text(),
    // Objects that nobody tracked have no id.
    track: id === "" ? null : id,
    position: readVector(psr.at("position")),
    dimensions: readVector(psr.at("scale")),
    heading: findHeading("fixed", readVector(psr.at("rotation"))),
    attributes,
  }
}

/** The extrinsics lead from the point cloud to the camera. */
const readCamera = async (source: Source, folder: string, name: string): Promise<Camera> => {
  const path = `${folder === "" ? "" : `${folder}/`}calib/camera/${name}.json`
  const camera = bareCamera(name, "")
  if (!source.has(path)) return camera
  const document = new Node(await jsonFile(source, path), path)
  const intrinsic = document.at("intrinsic").numbers(9)
  const extrinsic = document.at("extrinsic")
  const pose = poseOfMatrix(extrinsic.numbers(16)) ?? extrinsic.fail("is no rotation with a translation.")
  return {
    ...camera,
    intrinsics: [0, 3, 6].map((start) => intrinsic.slice(start, start + 3)),
    extrinsics: invert(pose),
  }
}
