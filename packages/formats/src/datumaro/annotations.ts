/** Annotations as Datumaro has them, and back. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { emptyRle, rlesOfBitmap } from "../masks/bitmapRle.ts"
import type { Rle } from "../masks/rle.ts"
import { countsOfText, textOfCounts } from "../masks/rleText.ts"
import { wrapAngle } from "../model/rotation.ts"
import type { Annotation, Attributes, Cuboid, Drawing, Frame } from "../model/Scene.ts"

/** Attributes by which Datumaro knows tracks. */
const trackKey = "track_id"
const keyframeKey = "keyframe"

/** The mask of each segment of a frame. */
export const printMasks = async ({
  annotations,
  bitmap,
}: Frame): Promise<(id: number) => Rle | undefined> => {
  if (bitmap === null || !annotations.some(({ type }) => type === "segment")) return () => undefined
  const loaded = await bitmap.load()
  const found = rlesOfBitmap(loaded)
  return (id) => found.get(id) ?? emptyRle(loaded)
}

export const printAnnotation = (
  annotation: Annotation,
  label_id: number,
  isSequence: boolean,
  maskOf: (id: number) => Rle | undefined,
  losses: Losses,
) => {
  const { attributes, id, isKeyframe, trackId } = annotation
  const taken = [trackKey, keyframeKey].filter((key) => isSequence && Object.hasOwn(attributes, key))
  losses.add("attributes", `annotation ${id}`, taken.length)
  return {
    id,
    type: typeOf(annotation),
    attributes: {
      ...attributes,
      ...(isSequence && { [trackKey]: trackId ?? id, [keyframeKey]: isKeyframe }),
    },
    group: 0,
    label_id,
    ...shapeOf(annotation, maskOf),
  }
}

const typeOf = ({ type }: Annotation): string =>
  ({
    cuboid: "cuboid_3d",
    segment: "mask",
    point: "points",
    bbox: "bbox",
    polygon: "polygon",
    polyline: "polyline",
  })[type]

const shapeOf = (annotation: Annotation, maskOf: (id: number) => Rle | undefined) => {
  if (annotation.type === "cuboid") {
    const { dimensions, position, yaw } = annotation
    return {
      position: [position.x, position.y, position.z],
      rotation: [0, 0, yaw],
      scale: [dimensions.x, dimensions.y, dimensions.z],
    }
  }
  if (annotation.type === "segment") {
    const mask = maskOf(annotation.id)
    return {
      ...(mask !== undefined && {
        rle: { counts: textOfCounts(mask.counts), size: [mask.height, mask.width] },
      }),
      z_order: 0,
    }
  }
  const { points, type } = annotation
  if (type === "bbox") {
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = points
    return { bbox: [Math.min(ax, bx), Math.min(ay, by), Math.abs(bx - ax), Math.abs(by - ay)], z_order: 0 }
  }
  // 2 is visible.
  const visibility = type === "point" && { visibility: points.map(() => 2) }
  return { points: points.flat(), ...visibility, z_order: 0 }
}

type Shape =
  | Pick<Drawing, "type" | "points">
  | Pick<Cuboid, "type" | "isSynced" | "position" | "dimensions" | "yaw" | "rotation">
  | { readonly type: "segment" }

export interface ReadAnnotation {
  readonly annotation: Annotation
  readonly mask: Rle | null
}

/** Types of Datumaro that Annotary has annotations for. */
export const isMask = (type: string): boolean => type === "mask"
export const isCuboid = (type: string): boolean => type === "cuboid_3d"

/** Undefined for types that Annotary has no annotations for, which are counted. */
export const readAnnotation = (
  node: Node,
  index: number,
  isSequence: boolean,
  categoryOf: (label: Node) => number,
  losses: Losses,
): ReadAnnotation | undefined => {
  const type = node.at("type").text()
  const mask = isMask(type) ? readMask(node.at("rle")) : null
  const shape = mask === null ? readShape(node, type, losses) : { type: "segment" as const }
  if (shape === undefined) {
    losses.add("shapes", `${node.place}: ${type}`)
    return undefined
  }
  // Annotary checks the values with the label.
  const attributes: Attributes = node.at("attributes").or({}, (found) => found.object() as Attributes)
  const { [keyframeKey]: keyframe, [trackKey]: track, ...rest } = attributes
  const isTrack = isSequence && typeof track === "number"
  const common = {
    id: node.at("id").or(0, (id) => id.whole()) || index + 1,
    categoryId: categoryOf(node.at("label_id")),
    trackId: isTrack ? track : null,
    isKeyframe: isTrack ? keyframe !== false : true,
    attributes: isTrack ? rest : attributes,
  }
  // The shape decides the type; TypeScript does not follow the union through the spread.
  return { annotation: { ...common, ...shape } as Annotation, mask }
}

const readShape = (node: Node, type: string, losses: Losses): Shape | undefined => {
  if (isCuboid(type)) return readCuboid(node, losses)
  if (type === "bbox") {
    const [x = 0, y = 0, w = 0, h = 0] = node.at("bbox").numbers(4)
    if (w < 0 || h < 0) node.at("bbox").fail("has a negative width or height.")
    return {
      type,
      points: [
        [x, y],
        [x + w, y + h],
      ],
    }
  }
  if (type !== "polygon" && type !== "polyline" && type !== "points") return undefined
  const numbers = node.at("points").numbers()
  if (numbers.length === 0 || numbers.length % 2 !== 0)
    node.at("points").fail("must have two numbers for each point.")
  const points = Array.from({ length: numbers.length / 2 }, (_, at) => numbers.slice(2 * at, 2 * at + 2))
  return { type: type === "points" ? "point" : type, points }
}

const readCuboid = (node: Node, losses: Losses): Shape => {
  const vector = (key: string) => {
    const [x = 0, y = 0, z = 0] = node.at(key).numbers(3)
    return { x, y, z }
  }
  const rotation = vector("rotation")
  if (rotation.x !== 0 || rotation.y !== 0) losses.add("tilt", node.place)
  return {
    type: "cuboid",
    isSynced: false,
    position: vector("position"),
    dimensions: vector("scale"),
    yaw: wrapAngle(rotation.z),
    rotation: null,
  }
}

const readMask = (rle: Node): Rle => {
  const [height = 0, width = 0] = rle.at("size").numbers(2)
  const counts = countsOfText(rle.at("counts").text())
  const sum = counts?.reduce((all, one) => all + one, 0)
  if (counts === undefined || sum !== width * height) return rle.fail("does not have the runs of its size.")
  return { width, height, counts }
}
