/** Reads `SCENE/label/FRAME.json` with `SCENE/lidar`, `camera` and `calib`: each scene is a sequence, in the order of the names of its frames. */
import { Losses } from "../carry/Losses.ts"
import {
  collectCategories,
  type DrawnCuboid,
  findHeading,
  makeBareCamera,
  makeCloud,
  readVector,
  TrackNumbers,
  toAnnotations,
} from "../drawn-cuboids/DrawnCuboid.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readJsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { compareNaturally, getBaseName, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { setOnce } from "../files/setOnce.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import type { Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { fromPoseMatrix } from "../model/matrix.ts"
import { invert } from "../model/poses.ts"
import type { Attributes, Camera, Scene } from "../model/Scene.ts"

const labelPath = /^(?:(.*)\/)?label\/([^/]+)\.json$/

const findLabels = ({ paths }: Source): ReadonlyArray<string> => paths.filter((path) => labelPath.test(path))

export const readSustechPoints: Reader = {
  detect: async (source) => {
    for (const path of findLabels(source).slice(0, 8)) {
      const head = new TextDecoder().decode(await source.peek(path, 0, 4096))
      if (/"psr"\s*:/.test(head)) return path
    }
    return undefined
  },
  read: async (source, { losses }) => {
    const labels = findLabels(source)
    if (labels.length === 0) throw new FormatError(".", "has no JSON files in a folder label.")
    const counted = new Losses()
    const dataset = await collectCategories("sustechpoints", "pointcloud-cuboid-sequence", labels, (path) =>
      readCuboids(source, path, counted),
    )
    return { dataset, scenes: readScenes(source, dataset, losses) }
  },
}

/** A file is a list of objects, or an object with that list. */
const readCuboids = async (
  source: Source,
  path: string,
  losses: Losses,
): Promise<ReadonlyArray<DrawnCuboid>> => {
  const document = new Node(await readJsonFile(source, path), path)
  const parts = new PartReader(losses)
  const objects = parts.read(() =>
    Array.isArray(document.value) ? document.items() : document.at("objs").items(),
  )
  return (objects ?? []).flatMap((object) => parts.read(() => readCuboid(object, losses)) ?? [])
}

interface Files {
  /** By the names of frames. */
  readonly labels: Map<string, string>
  readonly clouds: Map<string, string>
  /** By camera, then by the names of frames. */
  readonly images: Map<string, Map<string, string>>
}

const groupSceneFiles = ({ paths }: Source): ReadonlyMap<string, Files> => {
  const scenes = new Map<string, Files>()
  for (const path of paths) {
    const [, folder = "", kind, rest = ""] = /^(?:(.*)\/)?(label|lidar|camera)\/(.+)$/.exec(path) ?? []
    if (kind === undefined) continue
    const files = scenes.get(folder) ?? { labels: new Map(), clouds: new Map(), images: new Map() }
    scenes.set(folder, files)
    const frame = stripEnding(getBaseName(rest))
    if (kind === "label" && labelPath.test(path)) files.labels.set(frame, path)
    if (kind === "lidar") setOnce(files.clouds, frame, path)
    const [, camera] = kind === "camera" ? (/^([^/]+)\/[^/]+$/.exec(rest) ?? []) : []
    if (camera === undefined) continue
    const images = files.images.get(camera) ?? new Map<string, string>()
    setOnce(images, frame, path)
    files.images.set(camera, images)
  }
  return scenes
}

async function* readScenes(source: Source, dataset: Dataset, losses: Losses): AsyncGenerator<Scene> {
  const idOf = makeCategoryIds(dataset)
  for (const [folder, { clouds, images, labels }] of groupSceneFiles(source)) {
    if (labels.size === 0) continue
    const cameras = new Map<string, Camera>()
    for (const name of images.keys()) cameras.set(name, await readCamera(source, folder, name, losses))
    const drawn = new Map<string, ReadonlyArray<DrawnCuboid>>()
    for (const [frame, path] of labels) drawn.set(frame, await readCuboids(source, path, losses))
    const keys = [...drawn.values()].flat().flatMap(({ track }) => track ?? [])
    const tracks = new TrackNumbers(keys)
    const names = [...new Set([...clouds.keys(), ...labels.keys()])].sort(compareNaturally)
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
          cloud: makeCloud(url),
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

const members = new Set(["obj_id", "obj_type", "obj_attr", "psr"])

const readCuboid = (object: Node, losses: Losses): DrawnCuboid => {
  for (const key of object.keys()) if (!members.has(key)) losses.add("unknown", object.at(key).place)
  const psr = object.at("psr")
  const id = new PartReader(losses, "tracks").read(() => object.at("obj_id").or("", (own) => own.toWord()))
  const values = new PartReader(losses, "attribute-value")
  const attribute = values.read(() => object.at("obj_attr").or("", (own) => own.toWord()))
  const attributes: Attributes = attribute === undefined || attribute === "" ? {} : { obj_attr: attribute }
  return {
    category: object.at("obj_type").text(),
    // Objects that nobody tracked have no id.
    track: id === undefined || id === "" ? null : id,
    position: readVector(psr.at("position")),
    dimensions: readVector(psr.at("scale")),
    heading: findHeading("fixed", readVector(psr.at("rotation"))),
    attributes,
  }
}

/** The extrinsics lead from the point cloud to the camera. A calibration that cannot be read is counted. */
const readCamera = async (source: Source, folder: string, name: string, losses: Losses): Promise<Camera> => {
  const path = `${folder === "" ? "" : `${folder}/`}calib/camera/${name}.json`
  const camera = makeBareCamera(name, "")
  if (!source.has(path)) return camera
  const document = new Node(await readJsonFile(source, path), path)
  const calibration = new PartReader(losses, "intrinsics").read(() => {
    const intrinsic = document.at("intrinsic").numbers(9)
    const extrinsic = document.at("extrinsic")
    const pose =
      fromPoseMatrix(extrinsic.numbers(16)) ?? extrinsic.fail("is not a rotation with a translation.")
    return {
      intrinsics: [0, 3, 6].map((start) => intrinsic.slice(start, start + 3)),
      extrinsics: invert(pose),
    }
  })
  return { ...camera, ...calibration }
}
