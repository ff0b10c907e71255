/** Reads `annotary.jsonl`, and gives scenes of a format what it says about them. */
import { DatasetError, FormatError } from "../FormatError.ts"
import { parseJson } from "../files/json.ts"
import { readLines } from "../files/lines.ts"
import { Node } from "../files/Node.ts"
import type { Source } from "../files/Source.ts"
import { isUrl } from "../images/imageFinder.ts"
import { readCategory, readDefinitions } from "../model/configuration.ts"
import type { Dataset } from "../model/Dataset.ts"
import type { Camera, Cloud, Image, Kind, Scene, Size, Split } from "../model/Scene.ts"
import { sidePath } from "./SideFile.ts"

export interface SideFrame {
  readonly name: string | null
  readonly timestamp: string | null
  readonly image: Image | null
  readonly cloud: Cloud | null
  readonly cameras: ReadonlyArray<Pick<Camera, "name" | "url" | "size" | "convention">>
  readonly ids: ReadonlyArray<number>
  readonly tracks: ReadonlyArray<number | null> | null
}

export interface SideScene {
  readonly key: string
  readonly name: string
  readonly sensor: string | null
  readonly kind: Kind
  readonly isSequence: boolean
  readonly split: Split | null
  readonly frames: ReadonlyArray<SideFrame>
}

/** The path of the side file, and the folder to which its paths refer; undefined without one. */
const findSide = ({ paths }: Source) => {
  const [path, other] = paths.filter((own) => own === sidePath || own.endsWith(`/${sidePath}`))
  if (other !== undefined)
    throw new DatasetError(other, `is of another export than ${path}: only one of them can be imported.`)
  return path === undefined ? undefined : { path, folder: path.slice(0, -sidePath.length) }
}

/** The folder to which the keys of the side file refer, with a slash; empty without one. */
export const findSideFolder = (source: Source): string => findSide(source)?.folder ?? ""

/** The key of a file or folder in the side file: its path below the folder of that. Files elsewhere get a key that no side file has. */
export const toSideKey = (folder: string, path: string): string =>
  path.startsWith(folder) ? path.slice(folder.length) : `/${path}`

/** The dataset of the first line; undefined without the file. */
export const readSideDataset = async (source: Source): Promise<Dataset | undefined> => {
  const side = findSide(source)
  if (side === undefined) return undefined
  for await (const { text } of readLines(source, side.path))
    return parseSideDataset(new Node(parseJson(text, side.path), side.path))
  return new Node(undefined, side.path).fail("is empty.")
}

/** The scenes in their order; none without the file. */
export async function* readSideScenes(source: Source): AsyncGenerator<SideScene> {
  const side = findSide(source)
  if (side === undefined) return
  for await (const { number, text } of readLines(source, side.path))
    if (number > 1)
      yield moveInto(
        side.folder,
        parseSideScene(new Node(parseJson(text, side.path), side.path, ` line ${number}`)),
      )
}

/**
 * The scenes of files: those of the side file in its order, restored, then the others. `files` are by the keys of the side file; `pathOf` is
 * the path that a missing one should have; `read` gives undefined for one that it counted and left out.
 */
export async function* matchSideScenes(
  source: Source,
  files: ReadonlyMap<string, string>,
  pathOf: (key: string) => string,
  read: (path: string, side?: SideScene) => Promise<Scene | undefined>,
): AsyncGenerator<Scene> {
  const left = new Map(files)
  for await (const side of readSideScenes(source)) {
    const path = left.get(side.key)
    if (path === undefined) throw new FormatError(pathOf(side.key), "is missing.")
    left.delete(side.key)
    const scene = await read(path, side)
    if (scene !== undefined) yield restoreScene(scene, side)
  }
  for (const path of left.values()) {
    const scene = await read(path)
    if (scene !== undefined) yield scene
  }
}

/** With the paths of its images and point clouds below the folder. */
const moveInto = (folder: string, scene: SideScene): SideScene => {
  if (folder === "") return scene
  const move = <A extends { readonly url: string | null }>(file: A): A =>
    file.url === null || file.url === "" || isUrl(file.url) ? file : { ...file, url: `${folder}${file.url}` }
  return {
    ...scene,
    frames: scene.frames.map((frame) => ({
      ...frame,
      image: frame.image && move(frame.image),
      cloud: frame.cloud && move(frame.cloud),
      cameras: frame.cameras.map(move),
    })),
  }
}

const parseSideDataset = (node: Node): Dataset => ({
  name: node.at("name").text(),
  description: node.at("description").text(),
  taskType: node.at("task_type").text(),
  categories: node.at("categories").items().map(readCategory),
  imageAttributes: readDefinitions(node.at("image_attributes")),
})

const readOptionalText = (node: Node): string | null => node.or(null, (found) => found.text())

const parseSideScene = (node: Node): SideScene => ({
  key: node.at("key").text(),
  name: node.at("name").text(),
  sensor: readOptionalText(node.at("sensor")),
  // The writer of the file puts them there.
  kind: node.at("kind").text() as Kind,
  isSequence: node.at("is_sequence").truth(),
  split: readOptionalText(node.at("split")) as Split | null,
  frames: node.at("frames").items().map(parseSideFrame),
})

const parseSideFrame = (node: Node): SideFrame => ({
  name: readOptionalText(node.at("name")),
  timestamp: readOptionalText(node.at("timestamp")),
  image: node.at("image").or(null, (image) => ({ url: image.at("url").text(), size: parseSideSize(image) })),
  cloud: node
    .at("cloud")
    .or(null, (cloud) => ({ url: cloud.at("url").text(), type: cloud.at("type").text() })),
  cameras: node.at("cameras").or([], (cameras) =>
    cameras.items().map((camera) => ({
      name: readOptionalText(camera.at("name")),
      url: readOptionalText(camera.at("url")),
      size: parseSideSize(camera),
      convention: camera.at("convention").or("", (own) => own.text()) === "OpenGL" ? "OpenGL" : "OpenCV",
    })),
  ),
  ids: node.at("ids").numbers(),
  tracks: node
    .at("tracks")
    .or(null, (tracks) => tracks.items().map((track) => track.or(null, (found) => found.whole()))),
})

const parseSideSize = (node: Node): Size | null =>
  node.at("width").isPresent ? { width: node.at("width").whole(), height: node.at("height").whole() } : null

/**
 * The scene with the names, ids and timestamps of the side file. A frame with other annotations than were written keeps the ids that the
 * reader of the format gave: somebody changed the file. So do all frames where their number is another: a frame was left out or taken away,
 * and the positions of those behind it say nothing.
 */
export const restoreScene = (scene: Scene, side: SideScene): Scene => ({
  ...scene,
  name: side.name,
  sensor: side.sensor,
  kind: side.kind,
  isSequence: side.isSequence,
  split: side.split ?? scene.split,
  frames: scene.frames.map((frame, index) => {
    const sideFrame = side.frames[index]
    if (sideFrame === undefined || side.frames.length !== scene.frames.length) return frame
    const isSame = sideFrame.ids.length === frame.annotations.length
    return {
      ...frame,
      name: sideFrame.name,
      timestamp: sideFrame.timestamp,
      image: sideFrame.image ?? frame.image,
      cloud: sideFrame.cloud,
      annotations: isSame
        ? frame.annotations.map((annotation, at) => ({
            ...annotation,
            id: sideFrame.ids[at] ?? annotation.id,
            trackId: sideFrame.tracks === null ? annotation.trackId : (sideFrame.tracks[at] ?? null),
          }))
        : frame.annotations,
    }
  }),
})
