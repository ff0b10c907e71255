/** A task of Label Studio as a scene. */
import { checkLimit, checkPixels } from "../files/limits.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { decodePath, stripQuery } from "../files/paths.ts"
import { stripImageFolders } from "../images/fileInSet.ts"
import { toMaskShape } from "../masks/shapeMask.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Annotation, Attributes, BitmapFile, Link, Scene, Size } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"
import { type BrushRuns, decodeBrush, toPixelMask } from "./brush.ts"
import { chooseImage } from "./chooseImage.ts"
import { findTaskImage } from "./files.ts"
import { JointReader } from "./joints.ts"
import { ownMark } from "./ownMark.ts"
import type { Answer } from "./readAnswer.ts"
import type { Reading } from "./reading.ts"
import { failWithoutSize, readShape } from "./readShape.ts"
import { listVideoImages, readVideoFrames } from "./readVideo.ts"
import { type Group, getLabel, hasSequence, readAttributes } from "./results.ts"

export const readTask = async (
  task: Node,
  { groups: all, ...work }: Answer,
  path: string,
  reading: Reading,
): Promise<Scene> => {
  const { config, isSegmentation, losses } = reading
  const data = task.at("data")
  const { column, groups } = chooseImage(task, all, config, losses)
  const url = findTaskImage(data.at(column).text(), path, reading.resolver)
  const isOwn = isOwnTask(data)
  const file =
    isOwn || column === "video" || !reading.source.has(url) ? undefined : stripImageFolders(url, null)
  const scene = {
    ...emptyScene,
    ...work,
    name: isOwn ? data.at("name").text() : nameOfUrl(url),
    ...(file !== undefined && { file }),
    kind: isSegmentation ? ("image-segmentation" as const) : ("image-vector" as const),
    ...(isOwn ? readOwnFields(task, data) : readForeignFields(task, data, column)),
  }
  const frameAttributes: Record<string, Attributes[string]> = {}
  for (const group of groups)
    if (group.shape === undefined && !group.isRelation)
      Object.assign(frameAttributes, readAttributes(group, config, losses))
  if (groups.some(({ shape }) => shape !== undefined && hasSequence(shape)) || column === "video") {
    const { folder, images } = listVideoImages(task, url, path, reading.source)
    const size = await resolveImageSize(data, groups, images[0] ?? url, reading)
    const video = { attributes: frameAttributes, groups, images, size }
    const frames = await readVideoFrames(task, video, reading)
    // The folder may lie in a folder of images, and be called as one.
    const name = isOwn ? scene.name : stripImageFolders(folder, null)
    return { ...scene, name, isSequence: true, frames }
  }
  const size = await resolveImageSize(data, groups, url, reading)
  const { annotations, bitmap, ids } = readTaskContent(task, groups, size, reading)
  return {
    ...scene,
    links: readLinks(groups, ids, losses),
    frames: [{ ...emptyFrame, image: { url, size }, attributes: frameAttributes, annotations, bitmap }],
  }
}

/** Columns of a task that Annotary wrote. */
const ownKeys = ["image", "name", "width", "height"]
const allOwnKeys: ReadonlySet<string> = new Set([...ownKeys, "split", ownMark])

/** Columns of these names alone are of whoever made the task. Exports before the mark have no other ones, and images with the names of their samples. */
const isOwnTask = (data: Node): boolean => {
  if (!ownKeys.every((key) => data.at(key).isPresent)) return false
  if (data.at(ownMark).isPresent) return data.at(ownMark).value === true
  const [image, name] = [data.at("image").value, data.at("name").value]
  return (
    data.keys().every((key) => allOwnKeys.has(key)) &&
    typeof image === "string" &&
    typeof name === "string" &&
    `/${decodePath(nameOfUrl(image))}`.endsWith(`/${name}`)
  )
}

const readMeta = (task: Node): Scene["metadata"] => task.at("meta").or({}, (meta) => meta.object())

const readColumns = (data: Node, isOther: (key: string) => boolean): Scene["metadata"] =>
  Object.fromEntries(
    data
      .keys()
      .filter(isOther)
      .map((key) => [key, data.at(key).value]),
  )

/** Columns that somebody added to a task of Annotary are fields, and so is a `split` that is no set. */
const readOwnFields = (task: Node, data: Node): Pick<Scene, "fields" | "metadata" | "split"> => {
  const { isPresent, value } = data.at("split")
  const split = typeof value === "string" ? toSet(value) : null
  const isOther = (key: string) => !allOwnKeys.has(key) || (key === "split" && isPresent && split === null)
  const fields = readColumns(data, isOther)
  return { metadata: readMeta(task), split, ...(Object.keys(fields).length > 0 && { fields }) }
}

/** The columns without the image and its size, and `meta`. */
const readForeignFields = (
  task: Node,
  data: Node,
  image: string,
): Pick<Scene, "fields" | "metadataFields"> => ({
  fields: readColumns(data, (key) => key !== image && key !== "width" && key !== "height"),
  metadataFields: readMeta(task),
})

const nameOfUrl = (url: string): string =>
  stripQuery(url)
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*\//i, "")
    .replace(/\.(jpe?g|png|webp|bmp|gif|tiff?|mp4|webm)$/i, "")

const resolveImageSize = async (
  data: Node,
  groups: ReadonlyArray<Group>,
  url: string,
  { sizeOf: measured }: Reading,
): Promise<Size | null> => {
  for (const { results } of groups)
    for (const result of results)
      if (isStated(result.at("original_width")) && isStated(result.at("original_height")))
        return { width: result.at("original_width").whole(), height: result.at("original_height").whole() }
  const [width, height] = [data.at("width").value, data.at("height").value]
  if (isSide(width) && isSide(height)) return { width, height }
  return await measured(url)
}

/** Percents of 0 pixels would have no place: the size is that of the picture. */
const isStated = (side: Node): boolean => side.isPresent && side.value !== 0

const isSide = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

interface Content {
  readonly annotations: ReadonlyArray<Annotation>
  readonly bitmap: BitmapFile | null
  /** Of annotations, by the ids of regions. */
  readonly ids: ReadonlyMap<string, number>
}

const readTaskContent = (
  task: Node,
  groups: ReadonlyArray<Group>,
  size: Size | null,
  reading: Reading,
): Content => {
  const { config, isSegmentation, limits, losses, numbers } = reading
  if (isSegmentation && size !== null) checkPixels(limits, size, task, "original_width × original_height")
  let painted = 0
  const annotations: Array<Annotation> = []
  const ids = new Map<string, number>()
  const joints = new JointReader()
  const masks: Array<BrushRuns & { readonly id: number }> = []
  const parts = new PartReader(losses)
  const regions = groups.filter(({ shape }) => shape !== undefined)
  if (size === null && regions[0]?.shape !== undefined) failWithoutSize(regions[0].shape)
  countRotation(regions, losses)
  // Ids that are whole numbers stay.
  const areNumbers = regions.every(({ id }) => /^\d{1,15}(-\d+)?$/.test(id))
  const readRegion = (group: Group): void => {
    const shape = group.shape ?? task
    const label = getLabel(group)
    const imageSize = size ?? failWithoutSize(shape)
    const parentId = shape.at("parentID")
    const parent = annotations.find(({ id }) => id === ids.get(String(parentId.value)))
    const shapeGeometry =
      label === undefined ? undefined : parts.read(() => readShape(shape, imageSize, losses))
    if (shapeGeometry?.type === "point" && parent?.type === "point") {
      ids.set(group.id, parent.id)
      joints.add(shape, parent.id, shapeGeometry.points[0])
      annotations[annotations.indexOf(parent)] = {
        ...parent,
        points: [...parent.points, ...shapeGeometry.points],
      }
      return
    }
    if (parentId.isPresent && parentId.value !== "") losses.add("unknown", parentId.place)
    if (label === undefined) losses.add("shapes", shape.place)
    if (label === undefined || shapeGeometry === undefined) return
    if (shapeGeometry.type === "segment") {
      checkPixels(limits, imageSize, shape, "original_width × original_height")
      painted += imageSize.width * imageSize.height
      checkLimit(limits, "painted", painted, shape, "the number of pixels of all masks up to this one")
    }
    const runs =
      shapeGeometry.type === "segment"
        ? parts.read(() => decodeBrush(shape.at("value").at("rle"), imageSize))
        : undefined
    if (shapeGeometry.type === "segment" && runs === undefined) return
    const polygon =
      runs === undefined || isSegmentation ? undefined : toMaskShape(toPixelMask(runs, imageSize), imageSize)
    if (runs !== undefined && !isSegmentation && polygon === undefined) {
      losses.add("empty-masks", shape.place)
      return
    }
    const id = areNumbers ? Number.parseInt(group.id, 10) : annotations.length + 1
    ids.set(group.id, id)
    const common = {
      id,
      categoryId: numbers.of(label),
      trackId: null,
      isKeyframe: true,
      attributes: readAttributes(group, config, losses),
    }
    if (polygon !== undefined) annotations.push({ ...common, ...polygon })
    else if (shapeGeometry.type !== "segment") {
      annotations.push({ ...common, ...shapeGeometry })
      joints.add(shape, id, shapeGeometry.points[0])
    } else {
      annotations.push({ ...common, type: "segment" })
      masks.push({ id, runs: [], ...runs })
    }
  }
  for (const group of regions) parts.read(() => readRegion(group))
  const bitmap = isSegmentation && size !== null ? paintBrushes(masks, size, task.place, reading) : null
  const finished = annotations.map((one) => (one.type === "point" ? joints.finish(one) : one))
  return { annotations: finished, bitmap, ids }
}

/** The editor shows a picture turned and stores its regions in the frame of the picture as it is: the turn says nothing of them. */
const countRotation = (regions: ReadonlyArray<Group>, losses: Reading["losses"]): void => {
  const [turned] = regions.flatMap(({ shape }) => {
    const rotation = shape?.at("image_rotation")
    return rotation?.isPresent && rotation.value !== 0 ? [rotation] : []
  })
  if (turned !== undefined) losses.add("unknown", turned.place)
}

const paintBrushes = (
  masks: ReadonlyArray<BrushRuns & { readonly id: number }>,
  size: Size,
  place: string,
  { losses }: Reading,
): BitmapFile => {
  let isCounted = false
  return {
    url: null,
    load: async () => {
      const ids = new Uint32Array(size.width * size.height)
      let overlapping = 0
      for (const { id, runs } of masks)
        for (const [start, end] of runs) {
          for (let at = start; at < end; at++) if (ids[at] !== 0) overlapping += 1
          ids.fill(id, start, end)
        }
      if (!isCounted) losses.add("overlapping-masks", place, overlapping)
      isCounted = true
      return { ...size, ids }
    },
  }
}

/** A relation to a region that was left out is left out, too. */
const readLinks = (
  groups: ReadonlyArray<Group>,
  ids: ReadonlyMap<string, number>,
  losses: Reading["losses"],
): ReadonlyArray<Link> =>
  groups.flatMap(({ isRelation, results: [relation] }) => {
    if (!isRelation || relation === undefined) return []
    const [from, to] = [relation.at("from_id"), relation.at("to_id")].map((end) => ids.get(String(end.value)))
    losses.add(
      "attributes",
      relation.place,
      relation.at("labels").or(0, (labels) => labels.items().length),
    )
    if (from === undefined || to === undefined) {
      losses.add("links", relation.place)
      return []
    }
    return [
      relation.at("direction").value === "left"
        ? { from: to, to: from, attributes: {} }
        : { from, to, attributes: {} },
    ]
  })
