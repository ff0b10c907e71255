/** Reads what Supervisely says of one point cloud: figures of objects, and tags of both. */
import { Losses } from "../carry/Losses.ts"
import { type DrawnCuboid, findHeading, readVector } from "../drawn-cuboids/DrawnCuboid.ts"
import { readItems } from "../drawn-images/DrawnImage.ts"
import { readJsonFile } from "../files/json.ts"
import { checkLimit } from "../files/limits.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import type { Attributes, AttributeValue } from "../model/Scene.ts"

export interface CloudItem {
  /** The path of the file below the folder of point clouds. */
  readonly cloud: string
  /** Its place in time, where a file says it. */
  readonly number: number | null
  readonly attributes: Attributes
  readonly cuboids: ReadonlyArray<DrawnCuboid>
  /** Counted when the item is given: a sample whose objects were all left out differs from an empty one by that. */
  readonly losses: Losses
}

interface DeclaredObject {
  readonly category: string
  readonly tags: ReadonlyArray<Node>
}

export interface ItemReading {
  /** The titles of the classes of the project. */
  readonly classes: ReadonlySet<string>
}

/** `ann/CLOUD.json`. */
export const readItem = async (
  source: Source,
  { cloud, path }: { readonly cloud: string; readonly path: string },
  numbers: ReadonlyMap<string, number>,
  { classes }: ItemReading,
): Promise<CloudItem> => {
  const document = new Node(await readJsonFile(source, path), path)
  const losses = new Losses()
  const parts = new PartReader(losses)
  const objects = readObjects(document, classes, parts)
  const key = document.at("key").or("", (found) => found.text())
  return {
    cloud,
    number: numbers.get(key) ?? null,
    attributes: readTags(readItems(document.at("tags"), parts), null, parts),
    cuboids: readItems(document.at("figures"), parts).flatMap(
      (figure) => parts.read(() => readFigure(figure, objects, null, losses)) ?? [],
    ),
    losses,
  }
}

/** `annotation.json` of an episode, whose frames have numbers, and `frame_pointcloud_map.json`, which has the files of those. */
export const readEpisode = async (
  source: Source,
  path: string,
  { classes }: ItemReading,
): Promise<ReadonlyArray<CloudItem>> => {
  const document = new Node(await readJsonFile(source, path), path)
  const losses = new Losses()
  const parts = new PartReader(losses)
  const objects = readObjects(document, classes, parts)
  const tags = readItems(document.at("tags"), parts)
  const figures = new Map<number, ReadonlyArray<Node>>()
  for (const frame of document.at("frames").items())
    parts.read(() => figures.set(frame.at("index").whole(), frame.at("figures").items()))
  const clouds = await readClouds(source, path)
  const count = document.at("framesCount").or(0, (found) => found.whole())
  checkLimit(source.limits, "frames", count, document.at("framesCount"), "framesCount")
  const numbers = new Set([
    ...figures.keys(),
    ...clouds.keys(),
    ...Array.from({ length: count }, (_, index) => index),
  ])
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => ({
      cloud: clouds.get(number) ?? `${number}.pcd`,
      number,
      attributes: readTags(tags, number, parts),
      cuboids: (figures.get(number) ?? []).flatMap(
        (figure) => parts.read(() => readFigure(figure, objects, number, losses)) ?? [],
      ),
      losses,
    }))
}

const readClouds = async (source: Source, episode: string): Promise<ReadonlyMap<number, string>> => {
  const path = episode.replace(/annotation\.json$/, "frame_pointcloud_map.json")
  if (!source.has(path)) return new Map()
  const map = new Node(await readJsonFile(source, path), path)
  return new Map(map.keys().map((key) => [Number(key), map.at(key).text()]))
}

const readObjects = (
  document: Node,
  classes: ReadonlySet<string>,
  parts: PartReader,
): ReadonlyMap<string, DeclaredObject> => {
  const objects = new Map<string, DeclaredObject>()
  for (const object of document.at("objects").items())
    parts.read(() =>
      objects.set(object.at("key").text(), {
        category: readClassTitle(object.at("classTitle"), classes),
        tags: readItems(object.at("tags"), parts),
      }),
    )
  return objects
}

const readClassTitle = (title: Node, classes: ReadonlySet<string>): string =>
  classes.has(title.text()) ? title.text() : title.fail("is none of the classes of meta.json.")

/** Those of a frame, or all where nothing says frames. A tag without a value is true. */
const readTags = (tags: ReadonlyArray<Node>, frame: number | null, parts: PartReader): Attributes => {
  const values: Record<string, AttributeValue> = {}
  for (const tag of tags)
    parts.read(() => {
      const [first, last] = tag.at("frameRange").or([], (range) => range.numbers(2))
      const isOther =
        frame !== null && first !== undefined && last !== undefined && (frame < first || frame > last)
      if (!isOther) values[tag.at("name").text()] = tag.at("value").or(true, readValue)
    })
  return values
}

/** Truth values are texts, as Supervisely has no tags of that type. */
const readValue = (value: Node): AttributeValue => {
  if (value.value === "true" || value.value === "false") return value.value === "true"
  return typeof value.value === "number" ? value.value : value.text()
}

const readFigure = (
  figure: Node,
  objects: ReadonlyMap<string, DeclaredObject>,
  frame: number | null,
  losses: Losses,
): DrawnCuboid | undefined => {
  const type = figure.at("geometryType").text()
  if (type !== "cuboid_3d") {
    losses.add("shapes", `${figure.place}: ${type}`)
    return undefined
  }
  const key = figure.at("objectKey").text()
  const object = objects.get(key) ?? figure.at("objectKey").fail("is none of the objects.")
  const geometry = figure.at("geometry")
  const tags = readTags(object.tags, frame, new PartReader(losses))
  // CVAT and Datumaro mark keyframes by a tag of that name.
  const { keyframe, ...others } = tags
  const isMarked = typeof keyframe === "boolean"
  return {
    category: object.category,
    isKeyframe: keyframe !== false,
    track: key,
    position: readVector(geometry.at("position")),
    dimensions: readVector(geometry.at("dimensions")),
    heading: findHeading("turned", readVector(geometry.at("rotation"))),
    attributes: isMarked ? others : tags,
  }
}
