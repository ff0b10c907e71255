/**
 * Exact shapes as the data of objects, and back: `rbbox`; `poly2d` with the `hierarchy` of OpenCV's contours, as VCD writes it; `point2d` with the
 * names of joints; a `poly2d` with `ellipse`.
 */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import {
  draw,
  type Ellipse,
  type ExactShape,
  type Multipolygon,
  makeJoint,
  type Point,
  type Ring,
  type RotatedBox,
  type Skeleton,
  type Visibility,
} from "../model/exactShapes.ts"
import type { Drawing } from "../model/Scene.ts"
import { type Element, printPolygon, readRing } from "./polygons.ts"

export type DrawnShape = Pick<Drawing, "type" | "points" | "shape">

export const printExactShape = (shape: ExactShape, points: Drawing["points"]): ReadonlyArray<Element> => {
  switch (shape.type) {
    case "rotated_box":
      return [{ type: "rbbox", val: [...shape.center, ...shape.size, shape.angle] }]
    case "ellipse": {
      const ellipse = [...shape.center, ...shape.radii, shape.angle]
      return [printPolygon(points, { ellipse })]
    }
    case "skeleton":
      return printSkeleton(shape)
    case "multipolygon":
      return printRings(shape)
  }
}

/** Joints that are not labeled are in the list of the first point alone. */
const printSkeleton = ({ box, joints }: Skeleton): ReadonlyArray<Element> =>
  joints
    .flatMap(({ name, visibility, x, y }) =>
      x === null || y === null ? [] : [{ name, val: [x, y], visibility }],
    )
    .map(({ name, val, visibility }, index) => ({
      type: "point2d",
      val,
      name,
      extra: {
        joint: name,
        ...(visibility === 1 && { visibility }),
        ...(index === 0 && { joints: joints.map((joint) => joint.name), ...(box && { box: box.flat() }) }),
      },
    }))

/** Each ring says the next and the previous ring of its level, its first hole, and its outline; −1 for none. */
const printRings = ({ pixels, polygons }: Multipolygon): ReadonlyArray<Element> => {
  const starts: Array<number> = []
  let count = 0
  for (const rings of polygons) {
    starts.push(count)
    count += rings.length
  }
  return polygons.flatMap((rings, part) => {
    const outline = starts[part] ?? 0
    return rings.map((ring, at) => {
      const isLast = at === rings.length - 1
      const hierarchy =
        at === 0
          ? [starts[part + 1] ?? -1, starts[part - 1] ?? -1, rings.length > 1 ? outline + 1 : -1, -1]
          : [isLast ? -1 : outline + at + 1, at === 1 ? -1 : outline + at - 1, -1, outline]
      return printPolygon(ring, { hierarchy, ...(outline + at === 0 && pixels === true && { pixels }) })
    })
  })
}

export const readRotatedBox = (value: Node): DrawnShape => {
  const [x = 0, y = 0, width = 0, height = 0, angle = 0] = value.numbers(5)
  if (width < 0 || height < 0) value.fail("has a negative width or height.")
  const shape: RotatedBox = { type: "rotated_box", center: [x, y], size: [width, height], angle }
  return draw(shape)
}

/** The largest distance of a corner from the ellipse that was written beside it, in pixels. */
const ellipseTolerance = 1e-6

/** Undefined without an ellipse, and where another tool has moved the points, which is counted. */
export const readEllipse = (
  element: Node,
  points: ReadonlyArray<ReadonlyArray<number>>,
  losses: Losses,
): DrawnShape | undefined => {
  const ellipse = element.at("ellipse").or(undefined, (value) => value.numbers(5))
  if (ellipse === undefined) return undefined
  const [x = 0, y = 0, rx = 0, ry = 0, angle = 0] = ellipse
  if (rx < 0 || ry < 0) element.at("ellipse").fail("has a negative radius.")
  const shape: Ellipse = { type: "ellipse", center: [x, y], radii: [rx, ry], angle }
  const drawn = draw(shape)
  const isSame =
    drawn.points.length === points.length &&
    drawn.points.every(([px = 0, py = 0], at) => {
      const [qx = 0, qy = 0] = points[at] ?? []
      return Math.hypot(px - qx, py - qy) <= ellipseTolerance
    })
  if (isSame) return drawn
  losses.add("outdated-shapes", element.place)
  return undefined
}

/** The points of one object, each with the name of a joint. Points of other tools have their own names and are visible. */
export const readJoints = (points: ReadonlyArray<Node>): DrawnShape => {
  const [first] = points
  const labeled = new Map(
    points.map((point) => {
      const name = readJointName(point)
      const [x = 0, y = 0] = point.at("val").numbers(2)
      const visibility = point.at("visibility").or(2, (one) => one.whole())
      if (visibility !== 1 && visibility !== 2) point.at("visibility").fail("must be 1 or 2.")
      return [name, makeJoint(name, [x, y], visibility as Visibility)] as const
    }),
  )
  const listed = first?.at("joints").or([], (list) => list.items().map((name) => name.text())) ?? []
  const names = new Set([...listed, ...labeled.keys()])
  const box = first?.at("box").or(undefined, (value) => value.numbers(4))
  const [left = 0, top = 0, right = 0, bottom = 0] = box ?? []
  const shape: Skeleton = {
    type: "skeleton",
    joints: [...names].map((name) => labeled.get(name) ?? makeJoint(name, null, 0)),
    ...(box && {
      box: [
        [left, top],
        [right, bottom],
      ],
    }),
  }
  return draw(shape)
}

export const readJointName = (point: Node): string =>
  point.at("joint").or(undefined, (name) => name.text()) ?? point.at("name").text()

/** A polygon with the four numbers of OpenCV's hierarchy is a ring of an object, whichever its place in it is. */
export const isRing = (element: Node): boolean =>
  element.at("hierarchy").or(false, (list) => list.items().length === 4) &&
  element.at("closed").or(true, (found) => found.truth())

/**
 * The rings of one object: at even depths they are outlines, at odd ones holes in the outline above. Those with too few points are counted.
 * Undefined where no outline is left.
 */
export const readRings = (elements: ReadonlyArray<Node>, losses: Losses): DrawnShape | undefined => {
  const parents = elements.map((element) => readParent(element, elements.length, losses))
  const depths = countDepths(parents)
  const rings = elements.map((element) => readPoints(element, losses))
  const polygons = new Map<number, Array<Ring>>()
  rings.forEach((ring, index) => {
    if ((depths[index] ?? 0) % 2 === 0 && ring !== undefined) polygons.set(index, [ring])
  })
  rings.forEach((ring, index) => {
    if ((depths[index] ?? 0) % 2 === 0 || ring === undefined) return
    const outline = polygons.get(parents[index] ?? -1)
    if (outline === undefined) losses.add("broken", elements[index]?.place ?? "")
    else outline.push(ring)
  })
  const parts = [...polygons.values()]
  const pixels = elements[0]?.at("pixels").value === true
  const [[ring = []] = []] = parts
  if (parts.length === 0) return undefined
  if (parts.length === 1 && parts[0]?.length === 1 && !pixels) return { type: "polygon", points: ring }
  return draw({ type: "multipolygon", polygons: parts, ...(pixels && { pixels }) })
}

const readPoints = (element: Node, losses: Losses): Ring | undefined => {
  const points = readRing(element, 2, losses)
  if (points === undefined) return undefined
  if (points.length >= 3) return points.map(([x = 0, y = 0]): Point => [x, y])
  losses.add("broken", element.place)
  return undefined
}

/** The place of the outline around a ring; −1 for none, and for one that is not there, which is counted. */
const readParent = (element: Node, count: number, losses: Losses): number => {
  const parent = element.at("hierarchy").numbers(4)[3] ?? -1
  if (parent === -1 || (Number.isInteger(parent) && parent >= 0 && parent < count)) return parent
  losses.add("unknown", element.at("hierarchy").place)
  return -1
}

/** Counts the rings around each. Of rings that name each other as their outlines, one has none. */
const countDepths = (parents: ReadonlyArray<number>): ReadonlyArray<number> => {
  const depths = new Map<number, number>()
  for (const start of parents.keys()) {
    const path = new Set<number>()
    let at = start
    while (at >= 0 && !depths.has(at) && !path.has(at)) {
      path.add(at)
      at = parents[at] ?? -1
    }
    let depth = (depths.get(at) ?? -1) + 1
    for (const index of [...path].reverse()) {
      depths.set(index, depth)
      depth += 1
    }
  }
  return [...parents.keys()].map((index) => depths.get(index) ?? 0)
}
