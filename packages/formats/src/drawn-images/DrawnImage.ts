/** Shapes in images as JSON of other tools has them, on their way to annotations. */
import type { Node } from "../files/Node.ts"
import type { PartReader } from "../files/PartReader.ts"
import { stripEnding } from "../files/paths.ts"
import type { SkeletonDefinition } from "../model/Dataset.ts"
import { draw, type Ring } from "../model/exactShapes.ts"
import type { Annotation, Attributes, Drawing, Size } from "../model/Scene.ts"
import { toStatedSize } from "../model/statedSize.ts"

export interface DrawnShape extends Pick<Drawing, "type" | "points" | "shape"> {
  readonly category: string
  readonly attributes: Attributes
  /** Of a skeleton, where objects have them: pairs of names of joints. */
  readonly edges?: SkeletonDefinition["edges"]
}

/** Annotations with ids from 1. */
export const toAnnotations = (
  shapes: ReadonlyArray<DrawnShape>,
  categoryOf: (name: string) => number,
): ReadonlyArray<Annotation> =>
  shapes.map(({ category, edges: _, ...shape }, index) => ({
    id: index + 1,
    categoryId: categoryOf(category),
    trackId: null,
    isKeyframe: true,
    ...shape,
  }))

/** One polygon, or several parts as one object. Each ring is the border of a part. */
export const drawRings = (rings: ReadonlyArray<Ring>): Pick<Drawing, "type" | "points" | "shape"> => {
  const [only, ...others] = rings
  if (only !== undefined && others.length === 0) return { type: "polygon", points: only }
  return draw({ type: "multipolygon", polygons: rings.map((ring) => [ring]) })
}

/** The points of a line or a polygon. Fails where there are fewer than such a shape has. */
export const checkPoints = <A>(points: ReadonlyArray<A>, least: number, place: Node): ReadonlyArray<A> =>
  points.length >= least ? points : place.fail(`has ${points.length} points: at least ${least} make a shape.`)

/** The items of a list that may be absent. Anything else in its place is counted, and has no items. */
export const readItems = (node: Node, parts: PartReader): ReadonlyArray<Node> =>
  parts.read(() => node.or([], (list) => list.items())) ?? []

/** A text; null where it is absent or empty, and, counted, where it is another value. */
export const readText = (node: Node, parts: PartReader): string | null =>
  parts.read(() => node.or(null, (own) => own.text())) || null

/** A width or height in pixels. */
export const readLength = (node: Node): number =>
  node.whole() > 0 ? node.whole() : node.fail("must be above 0.")

/** A width or height that is 0 where a tool could not open the image. */
const readStatedLength = (node: Node): number =>
  node.whole() < 0 ? node.fail("must not be negative.") : node.whole()

/** Null where a member is absent or 0, and, counted, where it is not a size. */
export const readSize = (node: Node, parts: PartReader): Size | null =>
  parts.read(() => {
    const [width, height] = [node.at("width"), node.at("height")]
    return width.isPresent && height.isPresent
      ? toStatedSize({ width: readStatedLength(width), height: readStatedLength(height) })
      : null
  }) ?? null

export const nameOfImage = (path: string): string => stripEnding(path.replace(/^\/+/, ""))
