/** Writes `tasks.json`, one task a line, and `labeling-config.xml`. */
import { computeCorners } from "@annotary/core/check"
import type { WriteContext, Writer } from "../Format.ts"
import { printJson } from "../files/json.ts"
import type { Limits } from "../files/limits.ts"
import { getStem } from "../files/paths.ts"
import { writeFile } from "../files/Target.ts"
import { fromMaskShape, isShapeMask } from "../masks/shapeMask.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import { findShape, type Skeleton, toDegrees } from "../model/exactShapes.ts"
import type { Annotation, Cuboid, Drawing, Frame, Scene, Size } from "../model/Scene.ts"
import { encodeBrush } from "./brush.ts"
import { countDefinitions, shapeControls, ValueControls } from "./controls.ts"
import { ownMark } from "./ownMark.ts"

export const writeLabelStudio: Writer = async (scenes, context) => {
  const { dataset, target } = context
  countDefinitions(dataset, context.losses)
  const controls = new ValueControls(dataset)
  const nameOf = makeCategoryNames(dataset)
  const file = await target.open("tasks.json")
  let written = 0
  for await (const scene of scenes) {
    const task = await formatTask(scene, written + 1, nameOf, controls, context)
    if (task === undefined) continue
    await file.write(`${written === 0 ? "[" : ","}\n${printJson(task)}`)
    written += 1
  }
  await file.write(written === 0 ? "[]\n" : "\n]\n")
  await file.close()
  await writeFile(target, "labeling-config.xml", controls.config(dataset))
}

type Result = Readonly<Record<string, unknown>>

const formatTask = async (
  scene: Scene,
  id: number,
  nameOf: (id: number) => string,
  controls: ValueControls,
  { limits, losses, place, sizeOf }: WriteContext,
): Promise<unknown> => {
  const [frame] = scene.frames
  const size = frame?.image && (await sizeOf(frame.image))
  if (frame?.image == null || size == null) {
    losses.add("image-size", scene.name)
    return undefined
  }
  const bitmap = frame.bitmap === null ? undefined : await frame.bitmap.load()
  const regions = frame.annotations.flatMap((annotation) => {
    const label = nameOf(annotation.categoryId)
    const place = `${scene.name}: ${annotation.type} ${annotation.id}`
    if (isShapeMask(annotation)) controls.addMasks()
    const isIn = isShapeMask(annotation)
      ? toShapeMask(annotation, size, limits, () => losses.add("geometry", place))
      : bitmap && ((at: number) => bitmap.ids[at] === annotation.id)
    const region = toRegions(annotation, label, size, isIn)
    if (region.length === 0) losses.add("shapes", place)
    return region.length === 0 ? [] : [...region, ...toAttributeResults(annotation, size, controls)]
  })
  const relations = scene.links.map(({ attributes, from, to }): Result => {
    losses.add("attributes", scene.name, Object.keys(attributes).length)
    return { from_id: String(from), to_id: String(to), type: "relation", direction: "right" }
  })
  const { height, width } = size
  return {
    id,
    data: {
      image: await place(frame.image, `images/${scene.exportPaths?.image() ?? getStem(scene.name)}`),
      name: scene.name,
      width,
      height,
      ...(scene.split !== null && { split: scene.split }),
      [ownMark]: true,
    },
    meta: scene.metadata,
    ...toAnswer(scene, id, [...regions, ...toImageResults(frame, controls), ...relations]),
  }
}

/** An answer in the list that its status belongs to. Label Studio has no statuses of reviews. */
const toAnswer = ({ score, status = "LABELED" }: Scene, id: number, result: ReadonlyArray<Result>) => {
  if (status === "UNLABELED") return { annotations: [], predictions: [] }
  if (status === "PRELABELED")
    return { annotations: [], predictions: [{ id, result, ...(score !== undefined && { score }) }] }
  if (status === "LABELING_IN_PROGRESS") return { annotations: [], drafts: [{ id, result }], predictions: [] }
  const isSkipped = status === "SKIPPED" && { was_cancelled: true }
  return { annotations: [{ id, ...isSkipped, result }], predictions: [] }
}

const makeBaseResult = (id: string, size: Size) => ({
  id,
  to_name: "image",
  original_width: size.width,
  original_height: size.height,
  image_rotation: 0,
})

/** `isIn` says which pixels a mask has. A point with several points is a region for each; all but the first have the first as parent. */
const toRegions = (
  annotation: Annotation,
  label: string,
  size: Size,
  isIn: ((at: number) => boolean) | undefined,
): ReadonlyArray<Result> => {
  if (annotation.type === "cuboid") return []
  const isMask = annotation.type === "segment" || isShapeMask(annotation)
  const { name, tag } = shapeControls[getShapeControl(annotation)]
  const type = tag.toLowerCase()
  const id = String(annotation.id)
  const makeRegion = (value: Result, own = id, parent?: string, meta?: Result): Result => ({
    ...makeBaseResult(own, size),
    ...(meta !== undefined && { meta }),
    from_name: name,
    type,
    ...(typeof annotation.attributes.score === "number" && { score: annotation.attributes.score }),
    ...(parent !== undefined && { parentID: parent }),
    value: { ...value, [type]: [label] },
  })
  if (annotation.type === "segment" || isMask)
    return isIn === undefined ? [] : [makeRegion({ format: "rle", rle: encodeBrush(size, isIn) })]
  const turned = toTurnedShape(annotation, size)
  if (turned !== undefined) return [makeRegion(turned)]
  const skeleton = findShape(annotation, "skeleton")
  if (skeleton !== undefined)
    return toJointValues(skeleton, size).map(({ meta, value }, index) =>
      index === 0 ? makeRegion(value, id, undefined, meta) : makeRegion(value, `${id}-${index}`, id, meta),
    )
  const points = annotation.points.map(([x = 0, y = 0]) => [(x / size.width) * 100, (y / size.height) * 100])
  if (annotation.type === "point")
    return points.map(([x, y], index) =>
      index === 0
        ? makeRegion({ x, y, width: pointWidth })
        : makeRegion({ x, y, width: pointWidth }, `${id}-${index}`, id),
    )
  return [makeRegion(toPercentGeometry(annotation.type, points))]
}

/** A keypoint for each joint that has a place; the first names all joints. */
const toJointValues = ({ joints }: Skeleton, { height, width }: Size) =>
  joints
    .flatMap(({ name, visibility, x, y }) => (x === null || y === null ? [] : [{ name, visibility, x, y }]))
    .map(({ name, visibility, x, y }, index) => ({
      value: { x: (x / width) * 100, y: (y / height) * 100, width: pointWidth },
      meta: { joint: name, visibility, ...(index === 0 && { joints: joints.map((joint) => joint.name) }) },
    }))

const getShapeControl = (annotation: Exclude<Annotation, Cuboid>): keyof typeof shapeControls => {
  if (annotation.type === "segment" || isShapeMask(annotation)) return "segment"
  if (findShape(annotation, "ellipse") !== undefined) return "ellipse"
  return findShape(annotation, "rotated_box") === undefined ? annotation.type : "bbox"
}

/** Rotated boxes and ellipses, in percent. A rectangle of Label Studio is turned about its top-left corner. */
const toTurnedShape = (annotation: Annotation, { height, width }: Size): Result | undefined => {
  const ellipse = findShape(annotation, "ellipse")
  if (ellipse !== undefined) {
    const [[x, y], [rx, ry]] = [ellipse.center, ellipse.radii]
    return {
      x: (x / width) * 100,
      y: (y / height) * 100,
      radiusX: (rx / width) * 100,
      radiusY: (ry / height) * 100,
      rotation: toDegrees(ellipse.angle),
    }
  }
  const box = findShape(annotation, "rotated_box")
  if (box === undefined) return undefined
  const [[left, top] = box.center] = computeCorners(box)
  const [w, h] = box.size
  return {
    x: (left / width) * 100,
    y: (top / height) * 100,
    width: (w / width) * 100,
    height: (h / height) * 100,
    rotation: toDegrees(box.angle),
    ...(toDegrees(box.angle) === 0 && { rotated: true }),
  }
}

/** Whether a pixel of the image is in the mask that a polygon stands for; undefined when it has no pixels. */
const toShapeMask = (
  annotation: Drawing,
  size: Size,
  limits: Limits,
  onChange: () => void,
): ((at: number) => boolean) | undefined => {
  // The brush of Label Studio has all pixels of the image.
  if (size.width * size.height > limits.pixels) return undefined
  const { isExact, mask } = fromMaskShape(annotation, size, limits.pixels)
  if (mask === undefined) return undefined
  if (!isExact) onChange()
  const { height, isIn, left, top, width } = mask
  return (at) => {
    const x = at % size.width
    const [column, row] = [x - left, (at - x) / size.width - top]
    return column >= 0 && row >= 0 && column < width && row < height && isIn(row * width + column)
  }
}

/** In percent of the image's width, as Label Studio draws points. */
const pointWidth = 0.5

const toPercentGeometry = (type: Exclude<Drawing["type"], "point">, points: Drawing["points"]): Result => {
  if (type === "polygon") return { points, closed: true }
  if (type === "polyline") {
    const vertices = points.map(([x, y], index) => ({
      id: String(index),
      prevPointId: index === 0 ? null : String(index - 1),
      x,
      y,
      isBezier: false,
    }))
    return { vertices, closed: false }
  }
  const xs = points.map(([x = 0]) => x)
  const ys = points.map(([, y = 0]) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y, rotation: 0 }
}

/** Results with the id of the region. */
const toAttributeResults = (
  annotation: Annotation,
  size: Size,
  controls: ValueControls,
): ReadonlyArray<Result> =>
  Object.entries(annotation.attributes).flatMap(([name, value]) =>
    // The score stands in the region.
    name === "score" && typeof value === "number"
      ? []
      : [{ ...makeBaseResult(String(annotation.id), size), ...controls.result(name, value) }],
  )

/** Results without a region. */
const toImageResults = (frame: Frame, controls: ValueControls): ReadonlyArray<Result> =>
  Object.entries(frame.attributes).map(([name, value], index) => ({
    id: `image-${index}`,
    to_name: "image",
    ...controls.imageResult(name, value),
  }))
