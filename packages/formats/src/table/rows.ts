/** One row per annotation. */
import type { WriteContext } from "../Format.ts"
import { getStem } from "../files/paths.ts"
import { computeBitmapBoxes } from "../masks/boxes.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import type { Annotation, Cuboid, Drawing, Frame, Scene } from "../model/Scene.ts"
import type { Cell, Row } from "./columns.ts"

/** The rows of each frame. Their cells are in the order of the columns. */
export async function* toTableRows(
  scenes: AsyncIterable<Scene>,
  context: WriteContext,
): AsyncGenerator<ReadonlyArray<Row>> {
  const nameOf = makeCategoryNames(context.dataset)
  for await (const scene of scenes)
    for (const [index, frame] of scene.frames.entries()) {
      const common = await toFrameCells(scene, frame, index, context)
      const attributes = JSON.stringify(frame.attributes)
      const segments = await computeTableSegments(frame)
      yield frame.annotations.map((annotation) => [
        ...common,
        annotation.id,
        annotation.trackId,
        annotation.isKeyframe,
        annotation.categoryId,
        nameOf(annotation.categoryId),
        ...toShapeCells(annotation, segments),
        JSON.stringify(annotation.attributes),
        attributes,
      ])
      // The rows have where a segment is, not its pixels or points.
      const changed = frame.annotations.filter(({ type }) => type === "segment").length
      context.losses.add("geometry", scene.isSequence ? `${scene.name}, frame ${index}` : scene.name, changed)
    }
}

const toFrameCells = async (
  scene: Scene,
  frame: Frame,
  index: number,
  { place, sizeOf }: WriteContext,
): Promise<Row> => {
  const stem =
    scene.exportPaths?.image() ??
    getStem(scene.sensor === null ? scene.name : `${scene.name}/${scene.sensor}`)
  const name = scene.isSequence ? `${stem}/${String(index).padStart(6, "0")}` : stem
  const size = frame.image && (await sizeOf(frame.image))
  return [
    scene.name,
    scene.sensor,
    scene.split,
    index,
    frame.name,
    frame.timestamp,
    frame.image && (await place(frame.image, `images/${name}`)),
    size?.width ?? null,
    size?.height ?? null,
    frame.cloud && (await place(frame.cloud, `clouds/${name}`)),
  ]
}

interface Segment {
  readonly count: number
  /** x_min, y_min, x_max, y_max. */
  readonly box: Row
}

const computeTableSegments = async ({
  bitmap,
  pointAnnotations,
}: Frame): Promise<ReadonlyMap<number, Segment>> => {
  const loaded = bitmap && (await bitmap.load())
  const counts = new Map<number, number>()
  for (const id of pointAnnotations ?? loaded?.ids ?? []) counts.set(id, (counts.get(id) ?? 0) + 1)
  const boxes = loaded === null ? undefined : computeBitmapBoxes(loaded)
  return new Map(
    [...counts].map(([id, count]) => {
      const box = boxes?.get(id)
      const corners = box && [box.left, box.top, box.left + box.width, box.top + box.height]
      return [id, { count, box: corners ?? makeEmptyCells(4) }]
    }),
  )
}

const makeEmptyCells = (count: number): ReadonlyArray<Cell> => Array.from({ length: count }, () => null)

const noCuboid = makeEmptyCells(11)
const noDrawing = makeEmptyCells(7)

/** From `type` to `qw`. */
const toShapeCells = (annotation: Annotation, segments: ReadonlyMap<number, Segment>): Row => {
  if (annotation.type === "segment") {
    const { box = makeEmptyCells(4), count = 0 } = segments.get(annotation.id) ?? {}
    return ["segment", ...box, null, null, count, ...noCuboid]
  }
  return annotation.type === "cuboid" ? toCuboidCells(annotation) : toDrawingCells(annotation)
}

const toDrawingCells = ({ points, shape, type }: Drawing): Row => {
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [x = 0, y = 0] of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const exact = shape === undefined ? null : JSON.stringify(shape)
  return [type, left, top, right, bottom, JSON.stringify(points), exact, null, ...noCuboid]
}

const toCuboidCells = ({ dimensions, isSynced, position, rotation, yaw }: Cuboid): Row => [
  isSynced ? "cuboid-sync" : "cuboid",
  ...noDrawing,
  position.x,
  position.y,
  position.z,
  dimensions.x,
  dimensions.y,
  dimensions.z,
  yaw,
  rotation?.qx ?? null,
  rotation?.qy ?? null,
  rotation?.qz ?? null,
  rotation?.qw ?? null,
]
